import { NotificationType, RequestType } from 'vscode-languageserver-protocol';
import type { DocumentKind, PathSegment, Position } from './protocol';

/**
 * What the trajectory view asks of the language server: declared once, here, for both. Groups, trajectories and
 * messages are counted from 0 in document order; a trajectory by its number in the whole document. A null result
 * means that the server does not have that document, or not in that version.
 */

/** Float64 numbers, little-endian, in base64; NaN where there is no number. */
export type Floats = string;
/** Int32 numbers, little-endian, in base64. */
export type Integers = string;

/**
 * Numbers that documents name themselves, such as `metrics.accuracy`: one for each trajectory, 1 and 0 for booleans. A
 * key of the metadata has no path, and as a label the same name.
 */
export interface NumberColumn {
  readonly name: string;
  readonly values: Floats;
}

/** Short values of metadata, such as `task_id`: for each trajectory an index of `texts`, or -1. */
export interface LabelColumn {
  readonly name: string;
  readonly texts: readonly string[];
  readonly values: Integers;
}

/** One row for each trajectory of a stretch. */
export interface TrajectoryRows {
  readonly count: number;
  readonly reward: Floats;
  /** Milliseconds since 1970. */
  readonly startTime: Floats;
  readonly messages: Integers;
  /** UTF-16 code units of what its messages say. */
  readonly characters: Integers;
  /** Errors and warnings. */
  readonly problems: Integers;
  readonly calls: Integers;
  /** Calls of tools that no message answers. */
  readonly unanswered: Integers;
  /** Choices whose `finish_reason` is `length`. */
  readonly cutOff: Integers;
  /** Numbers and booleans in `metrics`, `auto_metrics` and `metadata`. */
  readonly numbers: readonly NumberColumn[];
  readonly labels: readonly LabelColumn[];
  /** The tools that a trajectory has called: `codes[starts[i]]` up to `codes[starts[i + 1]]` index `names`. */
  readonly tools: {
    readonly names: readonly string[];
    readonly starts: Integers;
    readonly codes: Integers;
  };
}

/** One row for each group of a stretch: how many trajectories it has. */
export interface GroupRows {
  readonly count: number;
  readonly trajectories: Integers;
}

/** What takes the place of `removed` rows from `from` on. */
export interface Splice<Rows> {
  readonly from: number;
  readonly removed: number;
  readonly rows: Rows;
}

/**
 * What has changed of the collection since an earlier state. Where that is not known any longer, everything is
 * replaced: `isWhole`, with `from` 0.
 */
export interface CollectionChange {
  readonly version: number;
  readonly kind: DocumentKind;
  /** Names this state, for `since`. */
  readonly state: number;
  readonly isWhole: boolean;
  /**
   * Whether this is all. An answer is at most about 1 MB; where it is not all, the rows are a mixture of old and new
   * until one that is complete has been asked for with `since` this state.
   */
  readonly isComplete: boolean;
  readonly groups: Splice<GroupRows>;
  readonly trajectories: Splice<TrajectoryRows> & {
    /** How many of the removed trajectories, at their start and at their end, say the same as those in their place. */
    readonly alike: { readonly atStart: number; readonly atEnd: number };
  };
  /**
   * Columns that are left out, because documents may name any number of them. Rows have no values in the columns that
   * they come without.
   */
  readonly columnsLeftOut: number;
  /** Columns of numbers that are `true` or `false` in all of the document. */
  readonly booleans: readonly string[];
}

/**
 * The summaries of all trajectories, or what has changed of them. A trajectory that is in no group (a bare one, or a
 * line) counts as a group of its own.
 */
export const collectionRequest = new RequestType<
  { readonly uri: string; readonly since: number | null },
  CollectionChange | null,
  void
>('trajectory/collection');

/** From server to client: the analysis of a version is done; sent to a client that asks for it (`ClientOptions`). */
export const analyzedNotification = new NotificationType<{ readonly uri: string; readonly version: number }>(
  'trajectory/analyzed',
);

/** A text of a document as far as it is shown at first; `textRequest` gives more, from `from + text.length` on. */
export interface CutText {
  readonly text: string;
  /** Where it begins in that form of the value: reasoning, and what follows it, are stretches of one string. */
  readonly from: number;
  /** UTF-16 code units of all of it. */
  readonly length: number;
  /** Where it stands, from the trajectory: for `textRequest`. */
  readonly path: readonly PathSegment[];
  readonly form: TextForm;
}

/** A string's value; a value as it stands in the document; or laid out over lines. */
export type TextForm = 'decoded' | 'raw' | 'laid-out';

export type ContentPart =
  /** What a message says; the JSON in a result of a tool laid out. */
  | { readonly type: 'text'; readonly text: CutText }
  /**
   * An image whose bytes are in the document: a `data:` URL of at most 1 MB. Its text is empty where it has no room in
   * the page; then it is to be asked for.
   */
  | { readonly type: 'image'; readonly url: CutText; readonly description: string }
  /** Anything else, laid out. */
  | { readonly type: 'json'; readonly text: CutText };

export interface ToolCall {
  readonly name: string | null;
  readonly id: string | null;
  /** Laid out where they are JSON. */
  readonly arguments: CutText | null;
  /** The message that answers; null if none does. */
  readonly answeredBy: number | null;
}

/** A token of a choice, with how likely it was (natural logarithm) and what else was likely. */
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
  /** Where it stands, from the trajectory: for `textRequest`. */
  readonly path: readonly PathSegment[];
  readonly isChoice: boolean;
  /** As it stands in the document; null where there is none. */
  readonly role: string | null;
  readonly name: string | null;
  readonly content: readonly ContentPart[];
  /** Content parts and calls behind those that are given. */
  readonly leftOut: { readonly parts: number; readonly calls: number };
  /** What `reasoning_content` or `<think>` holds. */
  readonly reasoning: CutText | null;
  readonly calls: readonly ToolCall[];
  /** The message and the number of the call in it that this one answers; null if it is no answer. */
  readonly answers: { readonly message: number; readonly call: number } | null;
  readonly finishReason: string | null;
  /** The first tokens; empty where there are none. */
  readonly tokens: readonly TokenProbability[];
  readonly problems: readonly MessageProblem[];
}

/** A part of a trajectory besides its messages: `tools`, `metrics`, … */
export interface Section {
  readonly name: string;
  /** Items or members. */
  readonly count: number;
  readonly text: CutText;
}

/** A page of a conversation. Its size in the protocol is at most about 1 MB, so it may hold fewer messages than asked for. */
export interface ConversationPage {
  readonly version: number;
  readonly group: number;
  /** Number in its group. */
  readonly member: number;
  /** Messages in all. */
  readonly total: number;
  readonly from: number;
  readonly messages: readonly MessageCard[];
  readonly sections: readonly Section[];
  /** Sections behind those that are given. */
  readonly sectionsLeftOut: number;
  /** Problems of the trajectory that belong to no message. */
  readonly problems: readonly MessageProblem[];
}

export const conversationRequest = new RequestType<
  { readonly uri: string; readonly trajectory: number; readonly from: number; readonly count: number },
  ConversationPage | null,
  void
>('trajectory/conversation');

/** More of a text: code units `from` up to `to` of it. At most 1 MB at once. */
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

/** A trajectory by its number in its group; without that number the group as a whole. */
export interface IndexInGroup {
  readonly group: number;
  readonly member: number | null;
}

/** Where a trajectory, a message of it, or a group stands. Null also where there is no such part. */
export const locateItemRequest = new RequestType<
  { readonly uri: string; readonly trajectory: number | IndexInGroup; readonly message: number | null },
  { readonly version: number; readonly start: Position; readonly end: Position } | null,
  void
>('trajectory/place');

/** The trajectory and the message at a position; nulls where the position is in none. */
export const trajectoryAtRequest = new RequestType<
  { readonly uri: string; readonly position: Position },
  { readonly trajectory: number | null; readonly message: number | null } | null,
  void
>('trajectory/at');

/** Groups as JSON Lines, every token as it stands. */
export const groupLinesRequest = new RequestType<
  { readonly uri: string; readonly version: number; readonly groups: Integers },
  string | null,
  void
>('trajectory/groupLines');
