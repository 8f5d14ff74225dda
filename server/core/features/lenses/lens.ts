import type { Range } from '../../text/range';

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
