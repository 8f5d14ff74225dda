import type { PathSegment } from '../../server/protocol';
import type { CollectionChange, Integers } from '../../server/viewProtocol/collection';
import type { Comparison } from '../../server/viewProtocol/comparison';
import type { ConversationPage, TextForm } from '../../server/viewProtocol/conversation';
import type { ComparisonOf, ExportOf } from '../../server/viewProtocol/export';
import type { FileProblem, FileState } from '../../server/viewProtocol/files';
import type { FindCursor, FindQuery, FoundPage } from '../../server/viewProtocol/find';
import type { PartOfValue } from '../../server/viewProtocol/places';

/** Messages between the page and its host, declared once for both. */

/** Requests of the page and their results. Null when the document is gone or has changed. */
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
  readonly compare: {
    /** `documents`: the URI of each one's document, if they are in two files. */
    readonly params: { readonly trajectories: readonly number[]; readonly documents?: readonly string[] };
    readonly result: Comparison | null;
  };
  /** What is known of a file that the server reads itself; null for a document. */
  readonly file: { readonly params: Readonly<Record<never, never>>; readonly result: FileState | null };
  readonly fileProblems: {
    readonly params: Readonly<Record<never, never>>;
    readonly result: readonly FileProblem[] | null;
  };
  /** The message of a trajectory at a place in a file; null if it is in none. */
  readonly fileMessage: {
    readonly params: { readonly trajectory: number; readonly line: number; readonly character: number };
    readonly result: number | null;
  };
  /** A newer one of these cancels an older one. */
  readonly find: {
    readonly params: {
      readonly query: FindQuery;
      readonly role: string | null;
      readonly from: FindCursor;
      readonly to: number;
      readonly room: number;
    };
    readonly result: FoundPage | null;
  };
}

/** Present in messages about the file that the document is compared with. */
interface InFile {
  readonly isOther?: boolean;
}

/** The trajectory that the page shows, with its group. */
export interface ShownTrajectory {
  readonly version: number;
  readonly trajectory: number;
  readonly group: number;
  /** The first trajectory of the group, and the first one behind it. */
  readonly from: number;
  readonly to: number;
}

/** From the page to its host. */
export type FromView =
  | { readonly type: 'ready' }
  | PageRequestMessage
  /** Shows a trajectory or a message in the text; with `focus`, the cursor goes there. */
  | ({
      readonly type: 'reveal';
      readonly trajectory: number;
      readonly message: number | null;
      /** Only this part of the message. */
      readonly part?: PartOfValue;
      readonly focus: boolean;
    } & InFile)
  /** The view shows another item. A visible editor scrolls to it, but keeps its cursor. */
  | ({
      readonly type: 'moved';
      readonly trajectory: number;
      readonly message: number | null;
      readonly part?: PartOfValue;
    } & InFile)
  /** Shows VS Code's list of problems. */
  | { readonly type: 'showProblems' }
  /** Asks the user for a file to compare with. */
  | { readonly type: 'chooseOther' }
  /** Compares with this file, as before a reload; null to end that. */
  | { readonly type: 'compareWith'; readonly uri: string | null }
  /** Of the trajectories in these groups, `others` do not pass the filters. */
  | {
      readonly type: 'saveSelection';
      readonly version: number;
      readonly groups: Integers;
      readonly others: number;
    }
  | { readonly type: 'copy'; readonly text: string }
  /** Copies a reference for *Go to Location…*. */
  | ({
      readonly type: 'copyReference';
      readonly trajectory: number;
      readonly message: number | null;
    } & InFile)
  /** Copies a part of the document as Markdown. */
  | { readonly type: 'copyMarkdown'; readonly of: Exclude<ExportOf, { readonly what: 'page' }> }
  /** Shows a place of a file in its text, or copies it as `PATH:LINE:COLUMN`. Counted from 0. */
  | {
      readonly type: 'place';
      readonly how: 'show' | 'copy';
      readonly line: number;
      readonly character: number;
    }
  /** Stops reading a file, or reads it again. */
  | ({ readonly type: 'readFile'; readonly how: 'cancel' | 'again' } & InFile)
  /** Saves a comparison, the shown trajectory, its group or the document as an HTML page; never all of a file on disk. */
  | {
      readonly type: 'exportHtml';
      readonly shown?: ShownTrajectory | null;
      readonly comparison?: ComparisonOf;
    }
  /** A link in a document was clicked. The host confirms, showing the target. */
  | { readonly type: 'openLink'; readonly target: string }
  /** The page has carried out a `show` or a `command`. */
  | { readonly type: 'received'; readonly message: ToView }
  /** The page shows what has `changed` last. */
  | ({ readonly type: 'followed' } & InFile);

export type PageRequestMessage<Names extends keyof PageRequests = keyof PageRequests> = {
  [Name in Names]: {
    readonly type: 'question';
    readonly id: number;
    readonly name: Name;
    readonly params: PageRequests[Name]['params'];
  } & InFile;
}[Names];

/** From the host to the page. */
export type ToView =
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly result: PageRequests[keyof PageRequests]['result'];
    }
  /** The request failed. The message is for the user. */
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  /** The document's name, as in titles and references. Sent again with a new name or URI. */
  | {
      readonly type: 'document';
      readonly name: string;
      readonly uri: string;
      /** Whether the server reads it from the disk. */
      readonly isFile?: boolean;
      /** Earlier URIs of the same document, which stored view state may refer to. */
      readonly formerly: readonly string[];
    }
  /** The page should ask what the document contains now. Also told of each new document, after what to show of it. */
  | ({ readonly type: 'changed'; readonly version: number } & InFile)
  /** Show an item: the text cursor moved there, or a command opened the view at it. */
  | ({
      readonly type: 'show';
      readonly trajectory: number;
      readonly message: number | null;
      /** The version in which it was found, which the page may not have yet. */
      readonly version?: number;
      /** A command asked for it: a narrow view shows its conversation, even if it has just been opened. */
      readonly isAsked?: true;
    } & InFile)
  /** The document is compared with this file. */
  | {
      readonly type: 'other';
      readonly name: string;
      readonly uri: string;
      /** Whether the server reads it from the disk. */
      readonly isFile?: boolean;
    }
  | { readonly type: 'command'; readonly command: ViewCommand };

/** Commands of the palette and of key bindings that the page carries out; each is `trajectory.view.NAME`. */
export const paletteCommands = [
  'nextMessage',
  'previousMessage',
  'nextTrajectory',
  'previousTrajectory',
  'nextGroup',
  'previousGroup',
  'showInText',
  'copyReference',
  'toggleFold',
  'toggleReasoning',
  'compare',
  'compareFiles',
  'find',
  'nextHit',
  'previousHit',
  'copyMarkdown',
  'exportHtml',
  'showKeys',
] as const;

/** What the page can be asked to do. The problems of a file are shown when its view is opened for them. */
export type ViewCommand = (typeof paletteCommands)[number] | 'showProblems';

/** View state kept over a reload (`setState`). Contains no document text. */
export interface ViewState {
  readonly uri: string;
  readonly trajectory: number | null;
  readonly message: number | null;
  /** Filters, sort order and folds, in the page's own format. */
  readonly settings: Readonly<Record<string, unknown>>;
}
