import type { Range } from '../../text/range';

/** A line above a value: what can be done with it, or what is known of it. Offsets are UTF-16 code units. */
export interface Lens extends Range {
  readonly kind: LensKind;
  /** Plain text of one line. */
  readonly title: string;
  /** Of a `view`, the number of the trajectory; null for the document. */
  readonly trajectory?: number | null;
}

/**
 * `log` and `train` send the document, `view` shows it or a trajectory of it, `group` sums up a group, `line` opens a line with problems, `cut` says
 * that groups or lines were left out.
 */
export type LensKind = 'log' | 'train' | 'view' | 'group' | 'line' | 'cut';
