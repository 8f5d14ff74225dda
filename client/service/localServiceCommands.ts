import * as vscode from 'vscode';
import type { ClientServices } from '../clientServices';
import { createLocalService } from './localService';
import { registerStartLocalService } from './startLocalService';
import { registerStopLocalService } from './stopLocalService';

/** Registers the local service and its commands. Needs Node. */
export function registerLocalService(
  context: vscode.ExtensionContext,
  { log, tokens }: ClientServices,
): vscode.Disposable {
  const localService = createLocalService(context, log);
  return vscode.Disposable.from(
    localService,
    registerStartLocalService({ localService, tokens }),
    registerStopLocalService(localService),
    // For questions about the service, which also run without Node.
    vscode.commands.registerCommand('trajectory.runningLocalService', localService.runningUrl),
    vscode.commands.registerCommand('trajectory.endedLocalService', localService.endedUrl),
  );
}
