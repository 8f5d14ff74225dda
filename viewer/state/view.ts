import type { FileProblem, FileState } from '../../server/viewProtocol/files';
import type { Columns } from '../data/columns/columns';
import type { Draft } from '../data/filtering/conditions';
import type { Search } from '../data/finding/search';
import type { CurrentInOther, OtherFile } from '../data/matching/otherFile';
import type { Settings } from '../data/settings';
import type { Host } from '../host';
import type { LoadedComparison } from './loadedComparison';
import type { Conversation } from './loadedConversation';

/** The state of the view. Actions change it and call `update`; everything on the screen derives from it. */
export interface View {
  readonly host: Host;
  /** Renders in the next animation frame. */
  readonly update: () => void;
  /** Shows a trajectory. */
  readonly goTo: (trajectory: number) => void;
  document: { readonly name: string; readonly uri: string; readonly isFile: boolean } | null;
  /** What is known of a file that is read from the disk; null for a document. */
  file: FileState | null;
  /** Its first problems, while they are shown. */
  fileProblems: readonly FileProblem[] | null;
  /** Null until the host has answered. */
  columns: Columns | null;
  settings: Settings;
  /** The condition being typed. */
  draft: Draft;
  unfolded: ReadonlySet<number>;
  /** The selected trajectory and the current message. */
  trajectory: number | null;
  message: number | null;
  /** The selection of before a reload, or before its file was read again, while that is not read that far. */
  awaited: { readonly trajectory: number; readonly message: number | null } | null;
  /** An item that the host leads to, of a version that the list does not have yet. */
  ahead: { readonly version: number; readonly isOther: boolean; readonly show: () => void } | null;
  /** The active row of the list. */
  listRow: number;
  /** Folds restored after a reload, until the conversation is loaded. */
  keptFolds: { readonly trajectory: number; readonly folds: ReadonlyMap<string, boolean> } | null;
  /** The shown conversation: still the previous one until the first page of the selected one arrives. */
  conversation: Conversation | null;
  /** The comparison that replaces list and conversation; null until it is loaded. */
  comparison: LoadedComparison | null;
  /** The trajectories that were compared before a reload, or before a file was read again, are not read yet. */
  awaitsCompared: boolean;
  /** The file that the document is compared with; null if there is none. */
  other: OtherFile | null;
  /** The current message, if it is in a trajectory of the other file. */
  currentInOther: CurrentInOther | null;
  /** The active row of the list of matches. */
  matchRow: number;
  /** The next frame scrolls to the active row, and focuses it. */
  matchFocusWanted: boolean;
  /** The row of the comparison that the next frame scrolls to: to the top, or only if it is not visible. */
  comparisonTarget: { readonly row: number; readonly toTop: boolean } | null;
  /** The next frame focuses the comparison. */
  comparisonFocusWanted: boolean;
  /** The search of the messages; null without one. */
  search: Search | null;
  /** The next frame focuses the field of the search. */
  findFocusWanted: boolean;
  /** The next frame that can unfolds the message of the current hit, and scrolls to it. */
  hitWanted: boolean;
  /** The last error message, for the user. */
  failure: string | null;
  /** The message that the next frame scrolls to. `listScrollWanted` does the same for the active row. */
  scrollTarget: number | null;
  /** Scroll the message to the top. Otherwise scroll only if it is not visible. */
  scrollsToTop: boolean;
  /** A message under a call, to scroll into view once rendered. */
  nestedTarget: number | null;
  listScrollWanted: boolean;
  /** The next frame focuses the current message. */
  focusWanted: boolean;
  /** The next frame focuses the active row. */
  rowFocusWanted: boolean;
  /** What stands above the messages, as last drawn with the collection, also before a reload. */
  heights: Heights;
  /** Height of a list row in pixels. */
  rowHeight: number;
  showsKeys: boolean;
  /** Counts changes of theme and fonts; charts depend on it. */
  theme: number;
}

/** In pixels; 0 if not drawn yet. */
export interface Heights {
  /** Of the overview and the filters. */
  readonly top: number;
  /** Of the header of the conversation. */
  readonly head: number;
}

/** Shows the item that is ahead, if the list, or that of the other file, has its version now. */
export function showAhead(view: View, isOther: boolean, version: number): void {
  const { ahead } = view;
  if (ahead === null || ahead.isOther !== isOther || ahead.version > version) return;
  view.ahead = null;
  ahead.show();
}

export function updateSettings(view: View, settings: Partial<Settings>): void {
  view.settings = { ...view.settings, ...settings };
  view.update();
}
