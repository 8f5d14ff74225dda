import * as vscode from 'vscode';
import { readHistory } from '../../../send/submit';
import { countOf } from '../../../send/words/counts';
import { inertText } from '../../../send/words/plainText';
import type { Sender } from '../sender';

/** `Trajectory: Clear History`: forgets the sends that have ended, after a question that says what is lost with them. */
export function registerClearHistory({ journal, status }: Sender): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.clearHistory', async () => {
    try {
      const history = await readHistory(journal.follow());
      const ended = history.filter(({ outcome }) => outcome.status !== 'sending').map(({ id }) => id);
      if (ended.length === 0) {
        void vscode.window.showInformationMessage('No requests in the history.');
        return;
      }
      if (!(await agreeToForget(ended.length))) return;
      // Only what the question was about: while it stood, another window may have begun to send.
      await journal.forget(new Set(ended));
      if (ended.includes(status.latest()?.id ?? '')) status.hide();
    } catch (error) {
      const reason = inertText(error instanceof Error ? error.message : String(error), 300);
      void vscode.window.showErrorMessage(`The history could not be cleared: ${reason}`);
    }
  });
}

async function agreeToForget(sends: number): Promise<boolean> {
  const clear = 'Clear History';
  const detail = 'Job ids go with it, and a request that was sent before is no longer recognized.';
  const question = `Forget ${countOf(sends, 'send')}?`;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, clear)) === clear;
}
