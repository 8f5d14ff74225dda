import * as vscode from 'vscode';
import { reasonOf } from '../../send/format/errorReason';
import { inertText } from '../../send/format/plainText';
import { keepToken } from '../access/askForToken';
import { restrictedModeMessage } from '../access/restrictedMode';
import type { TokenStore } from '../access/tokenStore';
import { manageTrust, showError } from '../notifications';
import { baseUrl, setBaseUrl } from '../settings';
import type { LocalService } from './localService';

/** Services that the local service commands need. */
export interface ServiceParts {
  readonly localService: LocalService;
  readonly tokens: TokenStore;
}

/**
 * `Trajectory: Start Local Service`: starts it, stores its token, and offers to use it as the service URL; `{use:
 * true}` does so without asking. Returns its URL, or null when it did not start, or the URL
 * cannot be stored.
 */
export function registerStartLocalService(parts: ServiceParts): vscode.Disposable {
  return vscode.commands.registerCommand(
    'trajectory.startLocalService',
    async (options?: { readonly use?: boolean }): Promise<string | null> => {
      const url = await start(parts);
      if (url === null) return null;
      if (options?.use === true) return (await setBaseUrl(url)) ? url : null;
      void offerToUse(url);
      return url;
    },
  );
}

async function start({ localService, tokens }: ServiceParts): Promise<string | null> {
  const restricted = restrictedModeMessage('The local service cannot be started');
  if (restricted !== null) {
    showError(restricted, manageTrust);
    return null;
  }
  try {
    const { url, token } = await localService.start();
    if (token !== null) await keepToken(tokens, new URL(url).origin, token);
    return url;
  } catch (error) {
    const reason = inertText(reasonOf(error), 500);
    void vscode.window.showErrorMessage(`The local service did not start: ${reason}`);
    return null;
  }
}

async function offerToUse(url: string): Promise<void> {
  if (baseUrl() === url) {
    void vscode.window.showInformationMessage(`The local service is running at ${url}.`);
    return;
  }
  const use = 'Use It';
  const message = `The local service is running at ${url}. Send to it from now on?`;
  if ((await vscode.window.showInformationMessage(message, use)) === use) await setBaseUrl(url);
}
