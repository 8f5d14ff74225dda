import * as vscode from 'vscode';
import type { ClientServices } from '../clientServices';
import { createLocalService } from './localService';
import { registerStartLocalService } from './startLocalService';
import { registerStopLocalService } from './stopLocalService';

/** The local service and its commands. It needs Node. */
export function registerLocalService(
  context: vscode.ExtensionContext,
  { log, tokens }: ClientServices,
): vscode.Disposable {
  const localService = createLocalService(context, log);
  return vscode.Disposable.from(
    localService,
    registerStartLocalService({ localService, tokens }),
    registerStopLocalService(localService),
    // For the question about the service URL, which is also asked where there is no Node.
    vscode.commands.registerCommand('trajectory.runningLocalService', localService.runningUrl),
  );
}
