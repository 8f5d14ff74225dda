import type { SecretStorage } from 'vscode';
import { tokenProblem } from '../../send/request/token';

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

/** A part of VS Code's `SecretStorage`. It may throw, and what it was given may be gone. */
export type Secrets = Pick<SecretStorage, 'get' | 'store' | 'delete'>;

/** What is needed of VS Code's `Memento`. */
export interface Memory {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

const originsKey = 'trajectory.tokenOrigins';

/** Tokens in a secret storage, or in the memory of this window where that does not work. */
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

/** A storage that cannot be read, or gives what is no token, has none for us: the user is asked for one. */
async function readSecret(secrets: Secrets, origin: string): Promise<string | null> {
  try {
    const token = await secrets.get(keyOf(origin));
    return token === undefined || tokenProblem(token) !== null ? null : token;
  } catch {
    return null;
  }
}

/** Some systems keep secrets silently in memory only or throw, so the token is read back. */
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
