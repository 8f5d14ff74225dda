import * as vscode from 'vscode';
import { reasonOf } from '../../../send/format/errorReason';
import { inertText } from '../../../send/format/plainText';
import { readHistory } from '../../../send/journal/priorSends';
import { unreadableLines } from '../../../send/journal/unreadable';
import type { SendServices } from '../sendServices';

/** Poll interval for sends of other windows, in milliseconds. */
const pollIntervalMs = 2000;

/** Restores the latest send in the status bar after a restart, including one still under way in another window. */
export function tellLatestOutcome({ journal, log, status, details }: SendServices): vscode.Disposable {
  let isDisposed = false;
  let timer: NodeJS.Timeout | undefined;
  let logged = '';
  const lookAgainLater = () => {
    if (!isDisposed && status.latest()?.outcome.status === 'sending')
      timer = setTimeout(() => void look(), pollIntervalMs);
  };
  const look = async () => {
    try {
      // Reread everything: another window may have removed sends from the history.
      const reader = journal.follow();
      const latest = (await readHistory(reader)).at(-1);
      const shown = status.latest();
      if (!isDisposed) status.warn(unreadableLines(reader));
      if (isDisposed || latest === undefined) return;
      // A request of this window stays. One of another window is replaced by whatever was sent after it.
      const isOfOtherWindow = shown?.outcome.status === 'sending' && status.cancellation() === null;
      if (shown !== null && shown.id !== latest.id && !isOfOtherWindow) return;
      status.show(latest);
      details.update(latest);
      lookAgainLater();
    } catch (error) {
      const message = `The history cannot be read: ${reasonOf(error)}`;
      if (message !== logged) log.error(message);
      logged = message;
      if (!isDisposed) status.warn([inertText(message, 300)]);
      // Otherwise a send of another window would be shown as under way for ever.
      lookAgainLater();
    }
  };
  void look();
  return new vscode.Disposable(() => {
    isDisposed = true;
    clearTimeout(timer);
  });
}
