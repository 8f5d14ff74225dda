import { isPair } from '../../text/pairs';
import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';

/** A line above a value: an action or information. Offsets are UTF-16 code units. */
export interface Lens extends Range {
  readonly kind: LensKind;
  /** Plain text of one line. */
  readonly title: string;
  /** For a `view`, the number of the trajectory; null for the document. */
  readonly trajectory?: number | null;
}

/**
 * `log` and `train` send the document, `view` shows it or one of its trajectories, `group` summarizes a group, `line`
 * opens a line, `cut` says that groups or lines were left out.
 */
export type LensKind = 'log' | 'train' | 'view' | 'group' | 'line' | 'cut';

/** The range of a lens: the character at an offset. */
export function characterAt(text: Text, from: number): Range {
  return { from, to: from + (isPair(charAt(text, from), charAt(text, from + 1)) ? 2 : 1) };
}
