import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { DocumentKind, PathSegment, Position } from './protocol';

/**
 * Messages between the trajectory view and the language server, declared once for both. Groups, trajectories and
 * messages are counted from 0 in document order; trajectories through the whole document. A null result means that the
 * server does not have that document or that version.
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

/** The beginning of a text; `textRequest` gives more, from `from + text.length` on. */
export interface CutText {
  readonly text: string;
  /** Offset in that form of the value. Reasoning and the text after it are ranges of one string. */
  readonly from: number;
  /** UTF-16 code units of the whole text. */
  readonly length: number;
  /** Path from the trajectory, for `textRequest`. */
  readonly path: readonly PathSegment[];
  readonly form: TextForm;
}

/** A string's value; the source text of a value; or a value laid out over lines. */
export type TextForm = 'decoded' | 'raw' | 'laid-out';

export type ContentPart =
  /** Text of a message. JSON in a tool result is laid out. */
  | { readonly type: 'text'; readonly text: CutText }
  /**
   * An image in the document: a `data:` URL of at most 1 MB. If the page has no room for it, the text is empty; use
   * `textRequest`.
   */
  | { readonly type: 'image'; readonly url: CutText; readonly description: string }
  /** Anything else, laid out. */
  | { readonly type: 'json'; readonly text: CutText };

export interface ToolCall {
  readonly name: string | null;
  readonly id: string | null;
  /** Laid out if they are JSON. */
  readonly arguments: CutText | null;
  /** Index of the message that answers; null if none does. */
  readonly answeredBy: number | null;
}

/** A token of a choice, its log probability (natural logarithm), and likely alternatives. */
export interface TokenProbability {
  readonly token: string;
  readonly logprob: number;
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[];
}

export interface MessageProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
}

/** A message or a choice, as a card shows it. */
export interface MessageCard {
  readonly index: number;
  /** Path from the trajectory, for `textRequest`. */
  readonly path: readonly PathSegment[];
  readonly isChoice: boolean;
  /** As written in the document; null if absent. */
  readonly role: string | null;
  readonly name: string | null;
  readonly content: readonly ContentPart[];
  /** Numbers of further content parts, calls and tokens that are left out. */
  readonly leftOut: { readonly parts: number; readonly calls: number; readonly tokens: number };
  /** Content of `reasoning_content` or `<think>`. */
  readonly reasoning: CutText | null;
  readonly calls: readonly ToolCall[];
  /** The call that this message answers: a message and the index of the call in it; null if it answers none. */
  readonly answers: { readonly message: number; readonly call: number } | null;
  readonly finishReason: string | null;
  /** The first tokens; empty if there are none. */
  readonly tokens: readonly TokenProbability[];
  readonly problems: readonly MessageProblem[];
}

/** Data of a trajectory besides its messages: `tools`, `metrics`, … */
export interface Section {
  readonly name: string;
  /** Number of items or members. */
  readonly count: number;
  readonly text: CutText;
}

/** A page of a conversation. As JSON, it is at most about 1 MB, so it may contain fewer messages than requested. */
export interface ConversationPage {
  readonly version: number;
  readonly group: number;
  /** Index in its group. */
  readonly member: number;
  /** Number of messages in the trajectory. */
  readonly total: number;
  readonly from: number;
  readonly messages: readonly MessageCard[];
  readonly sections: readonly Section[];
  /** Number of further sections that are left out. */
  readonly sectionsLeftOut: number;
  /** Problems of the trajectory that belong to no message. */
  readonly problems: readonly MessageProblem[];
}

export const conversationRequest = new RequestType<
  { readonly uri: string; readonly trajectory: number; readonly from: number; readonly count: number },
  ConversationPage | null,
  void
>('trajectory/conversation');

/** More of a text: its code units `[from, to)`, at most 1 MB per request. */
export const textRequest = new RequestType<
  {
    readonly uri: string;
    readonly version: number;
    readonly trajectory: number;
    readonly path: readonly PathSegment[];
    readonly form: TextForm;
    readonly from: number;
    readonly to: number;
  },
  { readonly text: string; readonly length: number } | null,
  void
>('trajectory/text');

/** A trajectory of a comparison. */
export interface ComparedTrajectory {
  readonly trajectory: number;
  readonly group: number;
  /** Index in its group. */
  readonly member: number;
  /** Number of its messages. */
  readonly total: number;
  /** The first tools that it calls, in order of their first call, and how often. */
  readonly calls: readonly { readonly name: string; readonly count: number }[];
  /** Number of all its calls. */
  readonly callCount: number;
}

/** The messages of some trajectories, aligned in rows: equal ones stand in one row, others by their roles. */
export interface Comparison {
  /** The version of each trajectory's document. */
  readonly versions: readonly number[];
  readonly trajectories: readonly ComparedTrajectory[];
  /** For each row and trajectory the index of the message; -1 if there is none in this row. */
  readonly rows: Integers;
  /** Per row: 1 if all trajectories say the same there. Ids of tool calls do not count. */
  readonly alike: Integers;
  /** Per row an index into `names`; -1 if the message has no role. */
  readonly roles: { readonly names: readonly string[]; readonly rows: Integers };
  /** The first row that is not alike, and the first of these with a message of the assistant; null if there is none. */
  readonly firstDifference: number | null;
  readonly firstOfAssistant: number | null;
  /** Whether further messages were not compared, because there are too many. */
  readonly isCut: boolean;
}

/** Compares two to four trajectories. `documents`: the document of each, if not all are in `uri`. */
export const compareRequest = new RequestType<
  {
    readonly uri: string;
    readonly trajectories: readonly number[];
    readonly documents?: readonly string[];
  },
  Comparison | null,
  void
>('trajectory/compare');

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

/** A part of a value in a trajectory. */
export interface PartOfValue {
  /** Path from the trajectory. */
  readonly path: readonly PathSegment[];
  /** Code units of the document from the start of that value: a place in its source. */
  readonly from: number;
  readonly to: number;
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

/** Groups as JSON Lines, every token unchanged. */
export const groupLinesRequest = new RequestType<
  { readonly uri: string; readonly version: number; readonly groups: Integers },
  string | null,
  void
>('trajectory/groupLines');
