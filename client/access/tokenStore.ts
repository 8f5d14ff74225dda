import type { SecretStorage } from 'vscode';
import { tokenProblem } from '../../send/request/token';
import type { Memory } from '../memory';

/** Access tokens, each under the exact origin (scheme, host, port) that it was entered for. */
export interface TokenStore {
  /** The token of an origin, if any. */
  read(origin: string): Promise<string | null>;
  /** Stores a token. `window`: the secret storage does not work, so the token lasts as long as this window. */
  store(origin: string, token: string): Promise<'stored' | 'window'>;
  /** Forgets the token of an origin. Throws when the secret storage still has it afterwards. */
  remove(origin: string): Promise<void>;
  /** Origins that a token was entered for. */
  origins(): readonly string[];
}

/** The part of VS Code's `SecretStorage` used here. It may throw, and stored values may be gone. */
export type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

const originsKey = 'trajectory.tokenOrigins';

/** Stores tokens in the secret storage, or in this window's memory where that does not work. */
export function createTokenStore(secrets: Secrets, memory: Memory): TokenStore {
  const ofThisWindow = new Map<string, string>();
  const origins = () => memory.get<readonly string[]>(originsKey, []);
  return {
    origins: () => [...new Set([...origins(), ...ofThisWindow.keys()])],
    read: async (origin) => ofThisWindow.get(origin) ?? (await readSecret(secrets, origin)),
    store: async (origin, token) => {
      ofThisWindow.delete(origin);
      await memory.update(originsKey, [...new Set([...origins(), origin])]);
      if (await storeSecret(secrets, origin, token)) return 'stored';
      ofThisWindow.set(origin, token);
      return 'window';
    },
    remove: async (origin) => {
      ofThisWindow.delete(origin);
      await secrets.delete(keyOf(origin));
      if ((await secrets.get(keyOf(origin))) !== undefined)
        throw new Error('The secret storage still has the token.');
      const others = origins().filter((other) => other !== origin);
      await memory.update(originsKey, others);
    },
  };
}

/** An unreadable storage or an invalid token counts as no token: the user is asked for one. */
async function readSecret(secrets: Secrets, origin: string): Promise<string | null> {
  try {
    const token = await secrets.get(keyOf(origin));
    return token === undefined || tokenProblem(token) !== null ? null : token;
  } catch {
    return null;
  }
}

/** Reads the token back: on some systems the secret storage throws, or silently keeps secrets in memory only. */
async function storeSecret(secrets: Secrets, origin: string, token: string): Promise<boolean> {
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
