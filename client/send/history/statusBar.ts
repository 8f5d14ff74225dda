import * as vscode from 'vscode';
import type { HistoryEntry } from '../../../send/journal/history';
import { wordingOf } from '../../../send/journal/wording';
import { inertText } from '../../../send/words/plainText';

/** The item in the status bar that tells what became of the latest send. */
export interface StatusBar extends vscode.Disposable {
  show(entry: HistoryEntry): void;
  hide(): void;
  /** The send that is shown. */
  latest(): HistoryEntry | null;
}

/** Makes the item; it stays hidden until there is something to tell. */
export function createStatusBar(): StatusBar {
  const item = vscode.window.createStatusBarItem('trajectory.outcome', vscode.StatusBarAlignment.Left, 10);
  item.name = 'Trajectory Outcome';
  item.command = 'trajectory.showLatestOutcome';
  let latest: HistoryEntry | null = null;
  return {
    latest: () => latest,
    show: (entry) => {
      latest = entry;
      const { icon, label, details } = wordingOf(entry);
      item.text = `$(${icon}) ${label}`;
      item.tooltip = details.map((line) => inertText(line, 600)).join('\n');
      item.backgroundColor = background(entry);
      item.show();
    },
    hide: () => {
      latest = null;
      item.hide();
    },
    dispose: () => item.dispose(),
  };
}

function background({ outcome }: HistoryEntry): vscode.ThemeColor | undefined {
  if (outcome.status === 'rejected' || outcome.status === 'failed') {
    return new vscode.ThemeColor('statusBarItem.errorBackground');
  }
  return outcome.status === 'unknown' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
}
