import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import { tokenProblem } from '../../send/request/token';
import type { TokenStore } from './tokenStore';

/** Asks for the access token of an origin and stores it. Null when the user dismissed the question. */
export async function askForToken(tokens: TokenStore, origin: string): Promise<string | null> {
  const known = tokens.origins();
  if (known.length > 0 && !known.includes(origin) && !(await agreeToNewOrigin(origin))) return null;
  const token = await vscode.window.showInputBox({
    title: 'Access Token',
    prompt: `Access token for ${origin}. It is kept in the secret storage and sent to this URL only.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => tokenProblem(text),
  });
  if (token === undefined || tokenProblem(token) !== null) return null;
  await keepToken(tokens, origin, token);
  return token;
}

/** Stores a token; warns when it lasts only as long as this window. */
export async function keepToken(tokens: TokenStore, origin: string, token: string): Promise<void> {
  if ((await tokens.store(origin, token)) === 'stored') return;
  const message = `The secret storage of this machine does not work. The token for ${origin} is kept in memory until this window closes.`;
  void vscode.window.showWarningMessage(inertText(message, 500));
}

async function agreeToNewOrigin(origin: string): Promise<boolean> {
  const enter = 'Set Access Token';
  const choice = await vscode.window.showWarningMessage(
    `No access token is known for ${origin}.`,
    {
      modal: true,
      detail: 'Tokens for other URLs are never sent there. Enter a token only if you trust this service.',
    },
    enter,
  );
  return choice === enter;
}
