import * as vscode from 'vscode';
import { readHistory } from '../../../send/submit';
import type { Sender } from '../sender';

/** How often a send of another window is looked after, in milliseconds. */
const LOOK_AGAIN = 2000;

/** After a restart the status bar tells again what became of the latest send, also of one still under way elsewhere. */
export function tellLatestOutcome({ journal, log, status }: Sender): vscode.Disposable {
  const reader = journal.follow();
  let isDisposed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      const latest = (await readHistory(reader)).at(-1);
      const shown = status.latest();
      if (isDisposed || latest === undefined || (shown !== null && shown.id !== latest.id)) return;
      status.show(latest);
      if (latest.outcome.status === 'sending') timer = setTimeout(() => void look(), LOOK_AGAIN);
    } catch (error) {
      log.error(`The journal cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  void look();
  return new vscode.Disposable(() => {
    isDisposed = true;
    clearTimeout(timer);
  });
}
