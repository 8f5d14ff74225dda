import { flagMask, flagShift, kindMask, nameMask, nameShift } from '../layout';
import type { Context } from './context';
import { Kind } from './nodeKind';

/**
 * The packed tree of a document. Small values are rows of numbers in a `Pack`; only values of more than a few thousand
 * characters are objects, each a `Branch` whose `parts` are packs and branches again. All positions are relative to the
 * part that contains them, so a part is unaffected by changes before it, and an edit replaces only the parts that it
 * touches and the branches above them.
 */
export type Part = Pack | Branch;

/** Consecutive small members of one container, with the separators after each. */
export interface Pack extends Extent {
  readonly type: 'pack';
  /** Rows `[row, rowEnd)` of `rows`, in document order, each `stride` numbers: see `layout.ts`. */
  readonly rows: Int32Array;
  readonly row: number;
  readonly rowEnd: number;
}

/** One large member of a container: an object or an array with its parts, and its key if it has one. */
export interface Branch extends Extent {
  readonly type: 'branch';
  readonly kind: typeof Kind.object | typeof Kind.array | typeof Kind.document | typeof Kind.lines;
  /** The key token, relative to the branch; `keyFrom` is -1 if there is none. */
  readonly keyFrom: number;
  readonly keyTo: number;
  /** Flags and vocabulary id of the key, as in a row. */
  readonly keyInfo: number;
  /** Position of the opening bracket; the first part begins after it. */
  readonly open: number;
  /** End of the value, after its closing bracket. */
  readonly valueTo: number;
  readonly isClosed: boolean;
  readonly parts: readonly Part[];
  /** Offset of each part relative to the branch, and number of members before it; plus an entry for the end. */
  readonly starts: Int32Array;
  readonly memberCounts: Int32Array;
  /** The context of the members: kind and schema state of their container. */
  readonly inner: Context;
  /** What a later stage keeps of members that were cut out of the text: see `streaming`. Null if none was. */
  readonly removed: object | null;
  /** Whether members were cut out of it, or of something in it. */
  readonly isShortened: boolean;
}

/** Fields that every part has. */
export interface Extent {
  readonly length: number;
  readonly members: number;
  /** Whether the part begins right after the opening bracket, where a closing bracket may follow. */
  readonly isFirst: boolean;
  /** How the part ends. */
  readonly ending: Ending;
  /** The container that the part was parsed in, as far as parsing and validation depend on it. */
  readonly context: Context;
  /** Number of code units after the part that influenced it. */
  readonly reach: number;
  /** Syntax errors, `syntaxErrorStride` numbers each: kind, from, to, and the offset of the repair or -1. */
  readonly syntaxErrors: Int32Array;
  /** Number of syntax errors in the part, inner parts included. */
  readonly syntaxErrorCount: number;
  /** Levels of containers in the part; at least `unreadDepth` if a value in it is not parsed. */
  readonly depth: number;
  /** What later stages store on the part; it depends only on the part and its context. */
  memo: object | null;
}

/**
 * How a part ends: a member follows; its container closes, right after a member; or a syntax error is there. The effect
 * of an error depends on more than the part's text, so such a part is never reused.
 */
export const Ending = { next: 0, closed: 1, broken: 2 } as const;
export type Ending = (typeof Ending)[keyof typeof Ending];

export const syntaxErrorStride = 4;

/** Those of a part without any. */
export const noSyntaxErrors = new Int32Array(0);

export function kindOf(info: number): Kind {
  return (info & kindMask) as Kind;
}

export function flagsOf(info: number): number {
  return (info >> flagShift) & flagMask;
}

/** The number of a key in the vocabulary; 0 for an unknown name. */
export function keyNumberOf(info: number): number {
  return (info >>> nameShift) & nameMask;
}

export interface Tree {
  /** A branch of kind `document` or `lines` that covers the whole text. */
  readonly root: Branch;
  /** Where parsing stopped because of `maxSyntaxErrors`: later text is in no node. Else the length of the text. */
  readonly readTo: number;
}

/**
 * Limits of parsing. A value nested in more than `maxLevels` containers is one node, and only its brackets are counted.
 * After `maxSyntaxErrors`, parsing stops. Where this happens depends on the text alone.
 */
export const maxLevels = 10_000;
export const maxSyntaxErrors = 100_000;
/** Depth of a part with a value that is not parsed. */
export const unreadDepth = 2 ** 20;

/** JSON type of a branch; null for a root, which has none. */
export function typeOfContainer(kind: Branch['kind']): 'object' | 'array' | null {
  return kind === Kind.object ? 'object' : kind === Kind.array ? 'array' : null;
}
