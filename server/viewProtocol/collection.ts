import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { DocumentKind } from '../protocol';

/**
 * Messages between the trajectory view and the language server about the summaries of a document's groups and
 * trajectories. As in the other files of this folder, groups, trajectories and messages are counted from 0 in document
 * order; trajectories through the whole document. A null result means that the server does not have that document or
 * that version.
 */

/** Float64 numbers, little-endian, in base64; NaN for a missing number. */
export type Floats = string;

/** Int32 numbers, little-endian, in base64. */
export type Integers = string;

/**
 * Numbers that the document names itself, such as `metrics.accuracy`: one per trajectory, 1 and 0 for booleans. Keys of
 * `metadata` are named without a path, here and in label columns.
 */
export interface NumberColumn {
  readonly name: string;
  readonly values: Floats;
}

/** Short values of metadata, such as `task_id`: per trajectory an index into `texts`, or -1. */
export interface LabelColumn {
  readonly name: string;
  readonly texts: readonly string[];
  readonly values: Integers;
}

/** One row per trajectory of a range. */
export interface TrajectoryRows {
  readonly count: number;
  readonly reward: Floats;
  /** Milliseconds since 1970. */
  readonly startTime: Floats;
  readonly messages: Integers;
  /** UTF-16 code units of message text. */
  readonly characters: Integers;
  /** Errors and warnings. */
  readonly problems: Integers;
  readonly calls: Integers;
  /** Tool calls that no message answers. */
  readonly unanswered: Integers;
  /** Choices whose `finish_reason` is `length`. */
  readonly cutOff: Integers;
  /** Numbers and booleans in `metrics`, `auto_metrics` and `metadata`. */
  readonly numbers: readonly NumberColumn[];
  readonly labels: readonly LabelColumn[];
  /** The tools called by trajectory `i`: indices into `names`, `codes[starts[i]]` up to `codes[starts[i + 1]]`. */
  readonly tools: {
    readonly names: readonly string[];
    readonly starts: Integers;
    readonly codes: Integers;
  };
}

/** One row per group of a range: its number of trajectories. */
export interface GroupRows {
  readonly count: number;
  readonly trajectories: Integers;
}

/** Replaces `removed` rows from `from` on. */
export interface Splice<Rows> {
  readonly from: number;
  readonly removed: number;
  readonly rows: Rows;
}

/**
 * The change of a collection since an earlier state. If that state is no longer known, everything is replaced:
 * `isWhole`, with `from` 0.
 */
export interface CollectionChange {
  readonly version: number;
  readonly kind: DocumentKind;
  /** Identifies this state, for `since`. */
  readonly state: number;
  readonly isWhole: boolean;
  /**
   * A response is at most about 1 MB. If false, the rows mix old and new; repeat the request with `since` this state
   * until a response is complete.
   */
  readonly isComplete: boolean;
  readonly groups: Splice<GroupRows>;
  readonly trajectories: Splice<TrajectoryRows> & {
    /**
     * How many of the removed trajectories, at the start and at the end, have the same text as their replacements,
     * including those that later responses bring.
     */
    readonly alike: { readonly atStart: number; readonly atEnd: number };
  };
  /**
   * Number of columns left out, because documents may name any number of them. A row has no value in a column that it
   * comes without.
   */
  readonly columnsLeftOut: number;
  /** Number columns that are boolean throughout the document. */
  readonly booleans: readonly string[];
  /** Errors and warnings of an open document that are in no trajectory. A file on disk lists all its problems. */
  readonly problemsElsewhere: number;
  /** What an open document is if it is something else, and what to do: the message of its only problem. */
  readonly wrongFile: string | null;
}

/**
 * The summaries of all trajectories, or their changes. A trajectory without a group (a bare one, or a line) counts as a
 * group of its own.
 */
export const collectionRequest = new RequestType<
  { readonly uri: string; readonly since: number | null },
  CollectionChange | null,
  void
>('trajectory/collection');

/** Server to client, on request (`ClientOptions`): the analysis of a version is done. */
export const analyzedNotification = new NotificationType<{ readonly uri: string; readonly version: number }>(
  'trajectory/analyzed',
);
