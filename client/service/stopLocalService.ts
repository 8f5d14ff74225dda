import * as vscode from 'vscode';
import type { LocalService } from './localService';

/** `Trajectory: Stop Local Service`. Returns whether one was running. */
export function registerStopLocalService(localService: LocalService): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.stopLocalService', async () => {
    const stopped = await localService.stop();
    const message = stopped ? 'Local service stopped.' : 'No local service is running in this window.';
    void vscode.window.showInformationMessage(message);
    return stopped;
  });
}
