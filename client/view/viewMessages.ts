import type { PathSegment } from '../../server/protocol';
import type { CollectionChange, ConversationPage, Integers, TextForm } from '../../server/viewProtocol';

/** What the view's program and its host say to each other: declared once, here, for both. */

/** What the view asks, and what it is answered; null where the document is gone or has changed meanwhile. */
export interface PageRequests {
  readonly collection: {
    readonly params: { readonly since: number | null };
    readonly result: CollectionChange | null;
  };
  readonly conversation: {
    readonly params: { readonly trajectory: number; readonly from: number; readonly count: number };
    readonly result: ConversationPage | null;
  };
  readonly text: {
    readonly params: {
      readonly version: number;
      readonly trajectory: number;
      readonly path: readonly PathSegment[];
      readonly form: TextForm;
      readonly from: number;
      readonly to: number;
    };
    readonly result: { readonly text: string; readonly length: number } | null;
  };
}

/** From the view to its host. */
export type FromView =
  | { readonly type: 'ready' }
  | PageRequestMessage
  /** Shows a trajectory or a message in the text; with `focus`, the cursor goes there. */
  | {
      readonly type: 'reveal';
      readonly trajectory: number;
      readonly message: number | null;
      readonly focus: boolean;
    }
  /** The view has gone on to another place: a text that is shown follows it, without the cursor. */
  | { readonly type: 'moved'; readonly trajectory: number; readonly message: number | null }
  | { readonly type: 'saveSelection'; readonly version: number; readonly groups: Integers }
  | { readonly type: 'copy'; readonly text: string }
  /** A reference that Go to Location… takes. */
  | { readonly type: 'copyReference'; readonly trajectory: number; readonly message: number | null }
  /** A link in a document was clicked. The host asks, naming the target. */
  | { readonly type: 'openLink'; readonly target: string }
  /** Whether a text field of the view has the keyboard: then single keys are not commands. */
  | { readonly type: 'typing'; readonly isTyping: boolean };

export type PageRequestMessage = {
  [Name in keyof PageRequests]: {
    readonly type: 'question';
    readonly id: number;
    readonly name: Name;
    readonly params: PageRequests[Name]['params'];
  };
}[keyof PageRequests];

/** From the host to the view. */
export type ToView =
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly result: PageRequests[keyof PageRequests]['result'];
    }
  /** A question that could not be answered; the message is for people. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  /** The document's name, as titles and references have it; with `changed` as soon as there is another version. */
  | {
      readonly type: 'document';
      readonly name: string;
      readonly uri: string;
      /** Earlier addresses of the same document, as they may stand in what the view has kept. */
      readonly formerly: readonly string[];
    }
  | { readonly type: 'changed'; readonly version: number }
  /** The cursor of the text is here, or somebody opened the view at a trajectory. */
  | { readonly type: 'show'; readonly trajectory: number; readonly message: number | null }
  | { readonly type: 'command'; readonly command: ViewCommand };

/** Commands of the palette and of key bindings that the view itself carries out. */
export type ViewCommand =
  | 'nextMessage'
  | 'previousMessage'
  | 'nextTrajectory'
  | 'previousTrajectory'
  | 'nextGroup'
  | 'previousGroup'
  | 'showInText'
  | 'copyReference'
  | 'toggleFold'
  | 'toggleReasoning'
  | 'showKeys';

/** What the view keeps for a reload (`setState`): nothing of the document's text. */
export interface ViewState {
  readonly uri: string;
  readonly trajectory: number | null;
  readonly message: number | null;
  /** What the view itself knows how to read: filters, sort order, folds. */
  readonly settings: Readonly<Record<string, unknown>>;
}
