import * as vscode from 'vscode';
import type { HistoryEntry } from '../submit/history';
import { readHistory } from '../submit/submit';
import { countOf } from '../submit/wording';
import type { Sender } from './sender';

/** `Trajectory: Clear History`: forgets all sends, after a question that says what is lost with them. */
export function registerClearHistory({ journal, status }: Sender): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.clearHistory', async () => {
    const history = await readHistory(journal);
    if (refuseWhileSending(history) || !(await agreeToForget(history.length))) return;
    // While the question stood, another window may have begun to send: its record must not get lost.
    if (refuseWhileSending(await readHistory(journal))) return;
    await journal.clear();
    status.hide();
  });
}

function refuseWhileSending(history: readonly HistoryEntry[]): boolean {
  const sending = history.some(({ outcome }) => outcome.status === 'sending');
  if (sending) {
    const message =
      'Nothing was cleared, because something is being sent. Clear the history when that is done.';
    void vscode.window.showWarningMessage(message);
  }
  return sending;
}

async function agreeToForget(sends: number): Promise<boolean> {
  const clear = 'Clear History';
  const detail = 'Job ids go with it, and a request that was sent before is no longer recognized.';
  const question = `Forget ${countOf(sends, 'send')}?`;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, clear)) === clear;
}
