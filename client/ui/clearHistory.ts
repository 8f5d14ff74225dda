import * as vscode from 'vscode';
import { readHistory } from '../submit/submit';
import { countOf } from '../submit/wording';
import { isAlive } from './processes';
import type { Sender } from './sender';

/** `Trajectory: Clear History`: forgets all sends, after a question that says what is lost with them. */
export function registerClearHistory({ journal, status }: Sender): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.clearHistory', async () => {
    const history = await readHistory(journal, isAlive);
    if (history.some(({ outcome }) => outcome.status === 'sending')) {
      void vscode.window.showWarningMessage('Something is being sent. Clear the history when that is done.');
      return;
    }
    const clear = 'Clear History';
    const detail = 'Job ids go with it, and a request that was sent before is no longer recognized.';
    const question = `Forget ${countOf(history.length, 'send')}?`;
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, clear)) !== clear) return;
    await journal.clear();
    status.hide();
  });
}
