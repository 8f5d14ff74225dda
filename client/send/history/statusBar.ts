import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import type { HistoryEntry } from '../../../send/journal/history';
import { factsOf, wordingOf } from '../../../send/journal/wording';
import type { StatusBar } from '../sendServices';

/** Creates the item, hidden until there is something to show. */
export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem('trajectory.outcome', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Trajectory Outcome';
  let latest: HistoryEntry | null = null;
  let cancellation: (() => void) | null = null;
  let warnings: readonly string[] = [];
  const render = () => {
    const look = latest === null ? lookOfWarnings(warnings) : lookOf(latest, warnings);
    if (look === null) return item.hide();
    Object.assign(item, look);
    item.show();
  };
  return {
    latest: () => latest,
    cancellation: () => cancellation,
    show: (entry, cancel) => {
      const isOver = entry.outcome.status !== 'sending';
      // The end of one request does not hide another that can still be cancelled.
      if (isOver && cancellation !== null && latest?.id !== entry.id) return;
      if (isOver || latest?.id !== entry.id) cancellation = null;
      if (!isOver && cancel !== undefined) cancellation = cancel;
      latest = entry;
      render();
    },
    hide: () => {
      latest = null;
      cancellation = null;
      render();
    },
    warn: (lines) => {
      warnings = lines;
      render();
    },
    dispose: () => item.dispose(),
  };
}

type Look = Pick<
  vscode.StatusBarItem,
  'text' | 'tooltip' | 'command' | 'accessibilityInformation' | 'backgroundColor'
>;

function lookOf(entry: HistoryEntry, warnings: readonly string[]): Look {
  const { icon, label, sentence } = wordingOf(entry);
  return {
    text: `$(${icon}) ${label}`,
    tooltip: [...factsOf(entry).map(factLine), ...warnings].join('\n'),
    command: 'trajectory.showLatestOutcome',
    accessibilityInformation: { label: `Trajectory Tools: ${inertText(sentence, 200)}` },
    backgroundColor: background(entry),
  };
}

function lookOfWarnings(warnings: readonly string[]): Look | null {
  if (warnings.length === 0) return null;
  const label = 'History Incomplete';
  return {
    text: `$(warning) ${label}`,
    tooltip: warnings.join('\n'),
    command: 'trajectory.showHistory',
    accessibilityInformation: { label: `Trajectory Tools: ${label}` },
    backgroundColor: undefined,
  };
}

function factLine({ label, value, isUri, more = [] }: ReturnType<typeof factsOf>[number]): string {
  const shown = isUri ? vscode.workspace.asRelativePath(vscode.Uri.parse(value)) : value;
  return `${label}: ${inertText(shown, 600)}${more.length > 0 ? ' …' : ''}`;
}

function background({ outcome }: HistoryEntry): vscode.ThemeColor | undefined {
  if (outcome.status === 'rejected' || outcome.status === 'failed') {
    return new vscode.ThemeColor('statusBarItem.errorBackground');
  }
  return outcome.status === 'unknown' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
}
