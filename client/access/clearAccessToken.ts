import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import type { TokenStore } from './tokenStore';

/** `Trajectory: Clear Access Token`: forgets the token of one origin. Asks which one when there are several. */
export function registerClearAccessToken(tokens: TokenStore): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.clearAccessToken', async () => {
    const origins = tokens.origins();
    const origin = origins.length > 1 ? await pickOrigin(origins) : origins[0];
    if (origin === undefined) {
      if (origins.length === 0) void vscode.window.showInformationMessage('No access token is stored.');
      return;
    }
    try {
      await tokens.remove(origin);
      void vscode.window.showInformationMessage(`Access token cleared for ${inertText(origin, 200)}.`);
    } catch (error) {
      const reason = inertText(reasonOf(error), 300);
      void vscode.window.showErrorMessage(`The access token could not be cleared: ${reason}`);
    }
  });
}

function pickOrigin(origins: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showQuickPick([...origins], { title: 'Clear Access Token: Select a Service' });
}
