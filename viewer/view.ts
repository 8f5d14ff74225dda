import type { Conversation } from './conversation/loaded';
import type { Columns } from './data/columns';
import type { Draft } from './data/filtering/conditions';
import type { Settings } from './data/settings';
import type { Host } from './host';

/** All that the view is at a moment. Actions change it and call `update`; everything on the screen follows from it. */
export interface View {
  readonly host: Host;
  /** Draws with the next frame. */
  readonly update: () => void;
  /** Shows a trajectory. */
  readonly goTo: (trajectory: number) => void;
  document: { readonly name: string; readonly uri: string } | null;
  /** Null until the host has answered. */
  columns: Columns | null;
  settings: Settings;
  /** The condition that is being typed. */
  draft: Draft;
  unfolded: ReadonlySet<number>;
  /** The selected trajectory, and the message that has the attention. */
  trajectory: number | null;
  message: number | null;
  /** The row of the list that the keyboard is at. */
  listRow: number;
  /** The folds of the trajectory that was shown before a reload, until its conversation is here. */
  keptFolds: { readonly trajectory: number; readonly folds: ReadonlyMap<string, boolean> } | null;
  /** The conversation on the screen: the one before, until the first page of the selected one is here. */
  conversation: Conversation | null;
  /** What went wrong last, for people. */
  failure: string | null;
  /** What the next frame scrolls to: a message; the row of the list that the keyboard is at. */
  scrollTarget: number | null;
  /** Whether the message is to be at the top; if not, nothing moves as long as it can be seen. */
  scrollsToTop: boolean;
  /** A message under a call that is to be seen as soon as it is there. */
  nestedTarget: number | null;
  listScrollWanted: boolean;
  /** The message that has the attention gets the keyboard with the next frame. */
  focusWanted: boolean;
  /** The row that the keyboard is at gets it with the next frame. */
  rowFocusWanted: boolean;
  /** Pixels of a row of the list. */
  rowHeight: number;
  showsKeys: boolean;
  /** Counts changes of theme and fonts, which pictures follow. */
  theme: number;
}

export function updateSettings(view: View, settings: Partial<Settings>): void {
  view.settings = { ...view.settings, ...settings };
  view.update();
}
