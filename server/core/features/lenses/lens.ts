/** A line above a value: what can be done with it, or what is known of it. Offsets are UTF-16 code units. */
export interface Lens {
  readonly kind: LensKind;
  readonly from: number;
  readonly to: number;
  /** Plain text of one line. */
  readonly title: string;
}

/**
 * `log` and `train` send the document, `group` sums up a group, `line` opens a line with problems, `cut` says
 * that groups or lines were left out.
 */
export type LensKind = 'log' | 'train' | 'group' | 'line' | 'cut';
