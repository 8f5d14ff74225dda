import { flagMask, flagShift, kindMask, nameMask, nameShift } from '../layout';
import type { Context } from './context';
import { Kind } from './nodeKind';

/**
 * The tree of a document, packed. A value of a few thousand characters is a few rows of numbers in a `Pack`;
 * only what is larger than that is an object of its own, a `Branch`, whose `parts` are packs and branches
 * again. All positions are relative to the part that holds them, so a part stays as it is when text before
 * it changes, and an edit replaces only the parts that it touches and the branches above them.
 */
export type Part = Pack | Branch;

/** A run of small members of one container, with the separators behind each. */
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
  /** The key token, relative to the branch; `keyFrom` is -1 where there is none. */
  readonly keyFrom: number;
  readonly keyTo: number;
  /** Flags and vocabulary id of the key, as in a row. */
  readonly keyInfo: number;
  /** Where the opening bracket stands; the first part begins behind it. */
  readonly open: number;
  /** End of the value, behind its closing bracket. */
  readonly valueTo: number;
  readonly isClosed: boolean;
  readonly parts: readonly Part[];
  /** Offset of each part relative to the branch, and the number of members before it; one more entry each. */
  readonly starts: Int32Array;
  readonly memberCounts: Int32Array;
  /** The context of the members: which kind of container they stand in, and what the schema says of it. */
  readonly inner: Context;
}

/** What every part knows of itself. */
export interface Extent {
  readonly length: number;
  readonly members: number;
  /** Whether the part begins right behind the opening bracket, where a closing bracket may follow. */
  readonly isFirst: boolean;
  /** How the part ends: where the next member begins, or with its container. */
  readonly ending: Ending;
  /** The container that the part was parsed in, as far as parsing and validation depend on it. */
  readonly context: Context;
  /** How many code units behind the part had an influence on it. */
  readonly reach: number;
  /** Syntax errors, `syntaxErrorStride` numbers each: syntax error, from, to, and where a repair goes. */
  readonly syntaxErrors: readonly number[];
  /** How many syntax errors are in the part, and in the parts in it. */
  readonly syntaxErrorCount: number;
  /** How many levels of containers are in the part; at least `unreadDepth` if some are not read. */
  readonly depth: number;
  /** What later stages remember of the part, which follows from the part and its context alone. */
  memo: object | null;
}

/**
 * A member begins behind the part; or its container is closed behind it, right behind a member; or a syntax error
 * is there, and what comes of that depends on more than the text of the part: it is not taken over.
 */
export const Ending = { next: 0, closed: 1, broken: 2 } as const;
export type Ending = (typeof Ending)[keyof typeof Ending];

export const syntaxErrorStride = 4;

export function kindOf(info: number): Kind {
  return (info & kindMask) as Kind;
}

export function flagsOf(info: number): number {
  return (info >> flagShift) & flagMask;
}

/** The number of a key in the vocabulary; 0 for a name that is not in it. */
export function keyNumberOf(info: number): number {
  return (info >>> nameShift) & nameMask;
}

export interface Tree {
  /** A branch of kind `document` or `lines` that covers the whole text. */
  readonly root: Branch;
  /** Where reading ended because of `maxSyntaxErrors`: what follows is in no node. Else the length of the text. */
  readonly readTo: number;
}

/**
 * Limits of what is read. A value inside of more containers than `maxLevels` is one node, of which only the
 * brackets are counted. Behind so many syntax errors nothing is read any longer. Both follow from the text alone.
 */
export const maxLevels = 10_000;
export const maxSyntaxErrors = 100_000;
/** The depth of a part in which a value has not been read. */
export const unreadDepth = 2 ** 20;

/** The type of JSON value that a branch is, or null for a root, which is none. */
export function typeOfContainer(kind: Branch['kind']): 'object' | 'array' | null {
  return kind === Kind.object ? 'object' : kind === Kind.array ? 'array' : null;
}
