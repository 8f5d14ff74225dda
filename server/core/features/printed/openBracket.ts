/** A bracket of a literal that is not closed yet. */
export interface OpenBracket {
  readonly bracket: string;
  /** Index of its bracket among the pieces. */
  readonly at: number;
  /** The name of a wrapper if it is a call of one, of which the first argument is kept; else null. */
  readonly wrapper: string | null;
  /** Where a call begins in the text. */
  readonly from: number;
  /** Whether it is a call with keywords, which becomes an object. */
  readonly hasKeywords: boolean;
  /** What it is of a dictionary that is printed as a list of pairs. */
  readonly role: PairRole | null;
  /** Start of the further arguments of a call, which are dropped; -1 before. */
  cut: number;
  commas: number;
  /** Index of its first comma among the pieces, and of the last piece before that; -1 before. */
  comma: number;
  beforeComma: number;
  hasColon: boolean;
  /** Number of its pairs that became members. */
  members: number;
}

/** Python before 3.12 prints `OrderedDict([('a', 1)])`: a list of pairs. */
export type PairRole = 'list' | 'pair';

/** Whether a wrapper makes a dictionary. */
export function isDictionary(wrapper: string): boolean {
  return /dict$/i.test(wrapper);
}
