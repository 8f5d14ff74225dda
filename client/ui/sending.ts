import * as vscode from 'vscode';
import { openJournal } from '../submit/journal';
import { readHistory } from '../submit/submit';
import { registerClearHistory } from './clearHistory';
import { registerCreateTrainingJob } from './createTrainingJob';
import { createLocalService } from './localService';
import { registerLogTrajectories } from './logTrajectories';
import { recentValues } from './recentValues';
import type { Sender } from './sender';
import type { Shared } from './shared';
import { registerShowHistory } from './showHistory';
import { registerShowLatestOutcome } from './showLatestOutcome';
import { registerStartLocalService } from './startLocalService';
import { registerStopLocalService } from './stopLocalService';

/** Everything that needs Node: sending, its journal, and the local service. */
export function registerSending(context: vscode.ExtensionContext, shared: Shared): vscode.Disposable {
  const memory = context.globalState;
  const { server } = shared;
  const sender: Sender = {
    ...shared,
    journal: openJournal(vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath),
    recentModelIds: recentValues(memory, 'trajectory.recentModelIds', (ids) =>
      server.tellRecentModelIds(ids),
    ),
    recentSplits: recentValues(memory, 'trajectory.recentSplits'),
    localService: createLocalService(context, shared.log),
  };
  server.tellRecentModelIds(sender.recentModelIds.list());
  void showLatest(sender);
  return vscode.Disposable.from(
    sender.localService,
    registerLogTrajectories(sender),
    registerCreateTrainingJob(sender),
    registerStartLocalService(sender),
    registerStopLocalService(sender),
    registerShowLatestOutcome(sender),
    registerShowHistory(sender),
    registerClearHistory(sender),
  );
}

/** How often a send of another window is looked after, in milliseconds. */
const LOOK_AGAIN = 2000;

/** After a restart the status bar tells again what became of the latest send, also of one still under way elsewhere. */
async function showLatest(sender: Sender): Promise<void> {
  const { journal, log, status } = sender;
  try {
    const latest = (await readHistory(journal)).at(-1);
    const shown = status.latest();
    if (latest === undefined || (shown !== null && shown.id !== latest.id)) return;
    status.show(latest);
    if (latest.outcome.status === 'sending') setTimeout(() => void showLatest(sender), LOOK_AGAIN);
  } catch (error) {
    log.error(`The journal cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
