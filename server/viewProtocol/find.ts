import { RequestType } from 'vscode-languageserver-protocol';
import type { Integers } from './collection';
import type { PartOfValue } from './places';

/** Messages between the trajectory view and the language server about searches. */

/** What to find: a text, or a regular expression of JavaScript. */
export interface FindQuery {
  readonly text: string;
  readonly isExpression: boolean;
  readonly isCaseSensitive: boolean;
}

/** Where a search continues. Opaque to clients, except for the trajectory. */
export interface FindCursor {
  readonly trajectory: number;
  readonly message: number;
  readonly text: number;
  readonly offset: number;
}

/** A match in a message. Texts are without escapes, and cut. */
export interface Hit extends PartOfValue {
  readonly trajectory: number;
  readonly message: number;
  readonly role: string | null;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** A step of a search, or why there is none. */
export type FoundPage =
  | {
      readonly failed?: never;
      readonly version: number;
      /** At most 500. With `room` 0, hits are only counted. */
      readonly hits: readonly Hit[];
      /** Number of hits in each trajectory, from `first` on. */
      readonly first: number;
      readonly counts: Integers;
      /** Ask again with this cursor, until it is null. */
      readonly next: FindCursor | null;
    }
  /** Not a valid expression. */
  | { readonly failed: 'invalid'; readonly reason: string }
  /** The expression was ended in this message. */
  | {
      readonly failed: 'too-slow';
      readonly seconds: number;
      readonly trajectory: number;
      readonly message: number;
    };

/**
 * Searches the messages of the trajectories from `from` up to `to` (exclusive), of one role or of all: reasoning,
 * content, names and arguments of calls. Searches about a million characters at a time, and cancels an expression that
 * takes too long.
 */
export const findRequest = new RequestType<
  {
    readonly uri: string;
    readonly query: FindQuery;
    readonly role: string | null;
    readonly from: FindCursor;
    readonly to: number;
    readonly room: number;
  },
  FoundPage | null,
  void
>('trajectory/find');
