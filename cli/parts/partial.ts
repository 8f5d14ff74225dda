import type { LanguageId } from '../../server/core/schema/documentKind';
import type { CheckedRange } from '../../server/ranges/checkRange';
import type { ByteRange } from '../../server/ranges/ranges';
import type { CheckedFile } from '../check/checkedFile';
import type { CheckOptions } from '../check/checkFile';
import type { Failure } from '../files/inputs';

/** Increased when a partial cannot be merged with those of an older version. */
export const partialFormat = 1;

/** Which part of the input is meant: the I-th of N, counted from one. */
export interface Part {
  readonly part: number;
  readonly parts: number;
}

/** The first line of a partial: what was checked, and how. */
export interface PartialStart extends Part {
  readonly type: 'partial';
  readonly format: number;
  readonly version: string;
  readonly options: CheckOptions;
  /** Size of all files. */
  readonly bytes: number;
}

/** What a part found in a file; a line of a partial. */
export type PartialFile =
  | RangeOfFile
  | { readonly type: 'file'; readonly shown: string; readonly file: CheckedFile }
  /** It is checked by other parts. */
  | { readonly type: 'other part'; readonly shown: string }
  | ({ readonly type: 'failure' } & Failure);

/** A range of a file, with what the other ranges must agree on. */
export interface RangeOfFile {
  readonly type: 'range';
  readonly shown: string;
  readonly path: string;
  readonly language: LanguageId;
  /** The name by which it was recognized. */
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly range: ByteRange;
  readonly checked: CheckedRange;
}

/** The last line of a partial. */
export interface PartialEnd {
  readonly type: 'end';
  readonly files: number;
}

export type PartialLine = PartialStart | PartialFile | PartialEnd;

/** A line of a partial as text. */
export function partialLine(line: PartialLine): string {
  // Some readers, such as Node's since version 24, end a line at U+2028 and U+2029, too.
  const json = JSON.stringify(line).replace(
    /[\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  );
  return `${json}\n`;
}
