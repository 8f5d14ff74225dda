import * as vscode from 'vscode';
import { parseBaseUrl } from '../../send/request/endpoint';
import { inertText } from '../../send/words/plainText';
import { restriction } from './restrictedMode';
import { askForServiceUrl } from './serviceUrl';
import { askForToken } from './token';
import type { TokenStore } from './tokenStore';

/** `Trajectory: Set Access Token`: asks for the token of the service in the settings. */
export function registerSetAccessToken(tokens: TokenStore): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.setAccessToken', async () => {
    const restricted = restriction('No access token is asked for');
    if (restricted !== null) {
      void vscode.window.showErrorMessage(restricted);
      return;
    }
    const url = await askForServiceUrl();
    if (url === null) return;
    const parsed = parseBaseUrl(url);
    if (!parsed.ok) {
      void vscode.window.showErrorMessage(inertText(parsed.message, 500));
      return;
    }
    const { origin } = parsed.base;
    if ((await askForToken(tokens, origin)) === null) return;
    vscode.window.setStatusBarMessage(`Access token set for ${inertText(origin, 200)}`, 5000);
  });
}
