import * as vscode from 'vscode';
import { openJournal } from '../../send/journal/journal';
import type { Outcome } from '../../send/outcome';
import type { Shared } from '../shared';
import { createTrainingJob } from './createTrainingJob';
import { registerClearHistory } from './history/clearHistory';
import { tellLatestOutcome } from './history/latestOutcome';
import { registerShowHistory } from './history/showHistory';
import { registerShowLatestOutcome } from './history/showLatestOutcome';
import { createStatusBar } from './history/statusBar';
import { logTrajectories } from './logTrajectories';
import type { SendOperation } from './operation';
import { send } from './pipeline';
import { recentValues } from './recentValues';
import { readArguments } from './sendArguments';
import type { Sender } from './sender';

/** Sending and its history. It needs Node. */
export function registerSending(context: vscode.ExtensionContext, shared: Shared): vscode.Disposable {
  const memory = context.globalState;
  const { server } = shared;
  const sender: Sender = {
    ...shared,
    journal: openJournal(vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath),
    status: createStatusBar(),
    recentModelIds: recentValues(memory, 'trajectory.recentModelIds', (ids) =>
      server.tellRecentModelIds(ids),
    ),
    recentSplits: recentValues(memory, 'trajectory.recentSplits'),
  };
  server.tellRecentModelIds(sender.recentModelIds.list());
  const command = (name: string, operation: SendOperation) =>
    vscode.commands.registerCommand(
      name,
      (argument: unknown): Promise<Outcome> => send(sender, operation, readArguments(argument)),
    );
  return vscode.Disposable.from(
    sender.status,
    tellLatestOutcome(sender),
    command('trajectory.logTrajectories', logTrajectories),
    command('trajectory.createTrainingJob', createTrainingJob),
    registerShowLatestOutcome(sender),
    registerShowHistory(sender),
    registerClearHistory(sender),
  );
}
