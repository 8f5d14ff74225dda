import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import { parseBaseUrl } from '../../send/request/endpoint';
import { manageTrust, showError } from '../notifications';
import { askForToken } from './askForToken';
import { restrictedModeMessage } from './restrictedMode';
import { askForServiceUrl, changeUrl } from './serviceUrl';
import type { TokenStore } from './tokenStore';

/** `Trajectory: Set Access Token`: asks for the token of the service in the settings. */
export function registerSetAccessToken(tokens: TokenStore): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.setAccessToken', async () => {
    const restricted = restrictedModeMessage('An access token cannot be set');
    if (restricted !== null) {
      return showError(restricted, manageTrust);
    }
    const url = await askForServiceUrl();
    return url === null ? undefined : setTokenOf(tokens, url);
  });
}

async function setTokenOf(tokens: TokenStore, url: string): Promise<void> {
  const parsed = parseBaseUrl(url);
  if (!parsed.ok) {
    return showError(parsed.message, changeUrl);
  }
  const { origin } = parsed.base;
  const answer = await askForToken(tokens, origin);
  if (answer === null) return;
  if (answer !== 'stored') return setTokenOf(tokens, answer.url);
  vscode.window.setStatusBarMessage(`Access token set for ${inertText(origin, 200)}`, 5000);
}
