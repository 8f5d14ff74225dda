import * as vscode from 'vscode';
import { countOf } from '../../../send/format/counts';
import { reasonOf } from '../../../send/format/errorReason';
import { inertText } from '../../../send/format/plainText';
import { readHistory } from '../../../send/journal/priorSends';
import { unreadableLines } from '../../../send/journal/unreadable';
import { showWarning } from '../../notifications';
import type { SendServices } from '../sendServices';

/** `Trajectory: Clear History`: removes finished requests, after a confirmation that says what is lost. */
export function registerClearHistory({ journal, status, details }: SendServices): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.clearHistory', async () => {
    try {
      const reader = journal.follow();
      const history = await readHistory(reader);
      const idsOf = (isUnderWay: boolean) =>
        history.filter(({ outcome }) => (outcome.status === 'sending') === isUnderWay).map(({ id }) => id);
      const ended = idsOf(false);
      if (ended.length === 0 && !reader.isCut()) {
        void vscode.window.showInformationMessage('No requests in the history.');
        return;
      }
      if (!(await agreeToForget(ended.length, reader.isCut()))) return;
      // Remove only what the question covered: another window may have started a request in the meantime.
      await reader.forgetAllBut(new Set(idsOf(true)));
      details.forget();
      if (ended.includes(status.latest()?.id ?? '')) status.hide();
      for (const line of unreadableLines(reader)) showWarning(`Not cleared: ${line}`);
    } catch (error) {
      const reason = inertText(reasonOf(error), 300);
      void vscode.window.showErrorMessage(`The history could not be cleared: ${reason}`);
    }
  });
}

async function agreeToForget(requests: number, isCut: boolean): Promise<boolean> {
  const clear = 'Clear History';
  const detail = 'Their job ids are lost, and you are no longer warned when you send the same request again.';
  const older =
    requests === 0 ? 'the remaining older requests' : `${countOf(requests, 'request')} and all older ones`;
  const question = `Clear ${isCut ? older : countOf(requests, 'request')} from the history?`;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, clear)) === clear;
}
