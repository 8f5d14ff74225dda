import type * as vscode from 'vscode';
import type { HistoryEntry } from '../../send/journal/history';
import type { Journal } from '../../send/journal/journal';
import type { FileSnapshot } from '../../send/request/body';
import type { ClientServices } from '../clientServices';
import type { Moves } from '../documents/moves';

/** Services that the sending commands share, in addition to those of all commands. */
export interface SendServices extends ClientServices {
  readonly journal: Journal;
  readonly status: StatusBar;
  readonly details: Details;
  readonly recentModelIds: RecentValues;
  readonly recentSplits: RecentValues;
  readonly moves: Moves;
  /** The lines of values of a file of JSON Lines, by their indexes. */
  linesOfValues(path: string, indexes: Iterable<number>): Promise<ReadonlyMap<number, number>>;
  /** Whether a file is as it was when it was sent. */
  isUnchanged(file: FileSnapshot): Promise<boolean>;
}

/** Shows everything about a send in a read-only editor. */
export interface Details extends vscode.Disposable {
  show(entry: HistoryEntry): Promise<void>;
  /** Updates a send's details, which may be visible. */
  update(entry: HistoryEntry): void;
  /** The history was cleared: open details say so. */
  forget(): void;
}

/** The status bar item with the outcome of the latest send. */
export interface StatusBar extends vscode.Disposable {
  /** Shows a send. `cancel` is for a send of this window that is under way. */
  show(entry: HistoryEntry, cancel?: () => void): void;
  hide(): void;
  /** Shows warnings about an incomplete history, even without a send. */
  warn(lines: readonly string[]): void;
  /** The displayed send. */
  latest(): HistoryEntry | null;
  /** Cancels the displayed send; null when it is finished or another window's. */
  cancellation(): (() => void) | null;
}

/** Recently entered values, newest first, shared by all windows. */
export interface RecentValues {
  list(): readonly string[];
  add(value: string): Promise<void>;
}
