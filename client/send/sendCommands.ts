import * as vscode from 'vscode';
import { openJournal } from '../../send/journal/journal';
import type { Outcome } from '../../send/outcome';
import { isUnchanged } from '../../send/transport/files';
import { linesOfValues } from '../../send/transport/linesOfValues';
import type { ClientServices } from '../clientServices';
import { followMoves } from '../documents/moves';
import { registerClearHistory } from './history/clearHistory';
import { createDetails } from './history/details';
import { tellLatestOutcome } from './history/latestOutcome';
import { registerShowHistory } from './history/showHistory';
import { registerShowLatestOutcome } from './history/showLatestOutcome';
import { createStatusBar } from './history/statusBar';
import { createTrainingJob } from './operations/createTrainingJob';
import { logTrajectories } from './operations/logTrajectories';
import type { SendOperation } from './operations/operation';
import { recentValues } from './operations/recentValues';
import { send } from './pipeline';
import { readArguments } from './sendArguments';
import type { SendServices } from './sendServices';

/** Registers sending and its history. Needs Node. */
export function registerSendCommands(
  context: vscode.ExtensionContext,
  shared: ClientServices,
): vscode.Disposable {
  const { server, memory } = shared;
  const journal = openJournal(vscode.Uri.joinPath(context.globalStorageUri, 'journal').fsPath);
  const services: SendServices = {
    ...shared,
    linesOfValues,
    isUnchanged,
    journal,
    details: createDetails(journal),
    status: createStatusBar(),
    recentModelIds: recentValues(memory, 'trajectory.recentModelIds', (ids) =>
      server.tellRecentModelIds(ids),
    ),
    recentSplits: recentValues(memory, 'trajectory.recentSplits'),
    moves: followMoves(),
  };
  server.tellRecentModelIds(services.recentModelIds.list());
  const command = (name: string, operation: SendOperation) =>
    vscode.commands.registerCommand(
      name,
      (argument: unknown): Promise<Outcome> => send(services, operation, readArguments(argument)),
    );
  return vscode.Disposable.from(
    services.status,
    services.details,
    services.moves,
    tellLatestOutcome(services),
    command('trajectory.logTrajectories', logTrajectories),
    command('trajectory.createTrainingJob', createTrainingJob),
    registerShowLatestOutcome(services),
    registerShowHistory(services),
    registerClearHistory(services),
  );
}
