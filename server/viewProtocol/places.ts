import { RequestType } from 'vscode-languageserver-protocol';
import type { PathSegment, Position } from '../protocol';

/** Messages between the trajectory view and the language server about places in the text of a document. */

/** A part of a value in a trajectory. */
export interface PartOfValue {
  /** Path from the trajectory. */
  readonly path: readonly PathSegment[];
  /** Code units of the document from the start of that value: a place in its source. */
  readonly from: number;
  readonly to: number;
}

/** A trajectory by its index in its group, or the whole group if `member` is null. */
export interface IndexInGroup {
  readonly group: number;
  readonly member: number | null;
}

/** Which part of an index does not exist, and how many of these there are. */
export interface MissingItem {
  readonly missing: 'group' | 'trajectory' | 'message';
  readonly count: number;
}

/**
 * The range of a trajectory, of one of its messages, or of a group, or why there is no such item. With `part`, the range
 * of that part, if it exists.
 */
export const locateItemRequest = new RequestType<
  {
    readonly uri: string;
    readonly trajectory: number | IndexInGroup;
    readonly message: number | null;
    readonly part?: PartOfValue | null;
  },
  { readonly version: number; readonly start: Position; readonly end: Position } | MissingItem | null,
  void
>('trajectory/place');

/** The trajectory and the message at a position of the newest version, each null if there is none. */
export const trajectoryAtRequest = new RequestType<
  { readonly uri: string; readonly position: Position },
  { readonly version: number; readonly trajectory: number | null; readonly message: number | null } | null,
  void
>('trajectory/at');
