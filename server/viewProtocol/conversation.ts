import { RequestType } from 'vscode-languageserver-protocol';
import type { PathSegment } from '../protocol';

/** Messages between the trajectory view and the language server about the messages of a trajectory. */

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
  /** Code units of the document from the start of the trajectory: a place in its source. */
  readonly from: number;
  readonly to: number;
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
  /** Number of items or members; null for a value that has none. */
  readonly count: number | null;
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
