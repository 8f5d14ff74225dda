import type { DocumentOptions } from '../document';

export interface StreamOptions extends DocumentOptions {
  /** Maximum number of problems to list. The totals are always complete. */
  readonly limit: number;
  /** Whether to look for explaining hints. */
  readonly hints: boolean;
  /** Whether to count groups and trajectories, for `TextCheck.summaryOf`. */
  readonly counts?: boolean;
  /** Code units to parse at a time. */
  readonly window?: number;
}

/** Code units that are parsed at a time; more if something in them has to be read as a whole. */
export const usualWindow = 2 ** 20;

/** Code units of a part of the tree: more than in an editor, because nothing is parsed again after an edit. */
export const partSize = 2 ** 15;
