import * as vscode from 'vscode';
import { inertText } from '../submit/plainText';
import { tokenProblem } from '../submit/tokenText';

/** Access tokens, each under the exact origin (scheme, host, port) that it was entered for. */
export interface TokenStore {
  /** The token of an origin; null when there is none, or none any more. */
  read(origin: string): Promise<string | null>;
  /** Keeps a token. `window` when the secret storage does not work and it lives as long as this window. */
  store(origin: string, token: string): Promise<'stored' | 'window'>;
  /** Forgets the token of an origin. Throws when the secret storage keeps it. */
  remove(origin: string): Promise<void>;
  /** Origins that a token was entered for. */
  origins(): readonly string[];
}

const ORIGINS = 'trajectory.tokenOrigins';

/** Tokens in VS Code's secret storage. */
export function createTokenStore({ secrets, globalState }: vscode.ExtensionContext): TokenStore {
  const ofThisWindow = new Map<string, string>();
  const origins = () => globalState.get<readonly string[]>(ORIGINS, []);
  return {
    origins: () => [...new Set([...origins(), ...ofThisWindow.keys()])],
    read: async (origin) => ofThisWindow.get(origin) ?? (await readSecret(secrets, origin)) ?? null,
    store: async (origin, token) => {
      ofThisWindow.delete(origin);
      await globalState.update(ORIGINS, [...new Set([...origins(), origin])]);
      if (await storeSecret(secrets, origin, token)) return 'stored';
      ofThisWindow.set(origin, token);
      return 'window';
    },
    remove: async (origin) => {
      ofThisWindow.delete(origin);
      await secrets.delete(keyOf(origin));
      if ((await secrets.get(keyOf(origin))) !== undefined)
        throw new Error('The secret storage kept the token.');
      await globalState.update(
        ORIGINS,
        origins().filter((other) => other !== origin),
      );
    },
  };
}

/** Asks for the token of an origin and keeps it. Null when the user gave none. */
export async function askForToken(tokens: TokenStore, origin: string): Promise<string | null> {
  const known = tokens.origins();
  if (known.length > 0 && !known.includes(origin) && !(await agreeToNewOrigin(origin))) return null;
  const token = await vscode.window.showInputBox({
    title: 'Access Token',
    prompt: `Access token for ${origin}. It is kept in the secret storage and sent to this address only.`,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => tokenProblem(text),
  });
  if (token === undefined || tokenProblem(token) !== null) return null;
  await keepToken(tokens, origin, token);
  return token;
}

/** Keeps a token and says so when that works for this window only. */
export async function keepToken(tokens: TokenStore, origin: string, token: string): Promise<void> {
  if ((await tokens.store(origin, token)) === 'stored') return;
  const message = `The secret storage of this machine does not work. The token for ${origin} is kept in memory until this window closes.`;
  void vscode.window.showWarningMessage(inertText(message, 500));
}

async function agreeToNewOrigin(origin: string): Promise<boolean> {
  const enter = 'Enter Token';
  const choice = await vscode.window.showWarningMessage(
    `No access token is known for ${origin}.`,
    {
      modal: true,
      detail:
        'Tokens that you entered for other addresses are not sent there. Enter one only if you trust this address.',
    },
    enter,
  );
  return choice === enter;
}

async function readSecret(secrets: vscode.SecretStorage, origin: string): Promise<string | undefined> {
  try {
    return await secrets.get(keyOf(origin));
  } catch {
    // A storage that cannot be read has no token for us: the user is asked for one.
    return undefined;
  }
}

/** Some systems keep secrets silently in memory only or throw, so the token is read back. */
async function storeSecret(secrets: vscode.SecretStorage, origin: string, token: string): Promise<boolean> {
  try {
    await secrets.store(keyOf(origin), token);
    return (await secrets.get(keyOf(origin))) === token;
  } catch {
    // The caller keeps the token for this window and tells the user.
    return false;
  }
}

function keyOf(origin: string): string {
  return `trajectory.token:${origin}`;
}
