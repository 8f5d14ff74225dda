import { describe, expect, it } from 'vitest';
import { createTokenStore, type Secrets } from '../../../client/access/tokenStore';
import type { Memory } from '../../../client/memory';
import { submit } from '../../../send/submit';
import { rawServer } from '../../faults/rawServer';
import { canary, portsWith, submissionTo, temporaryJournal } from '../../send/submissions';

const origin = 'https://a.example';

/** State that outlives all windows: a secret storage and a memento, each with the faults of a test. */
function machine(faults: Partial<Secrets> = {}) {
  const kept = new Map<string, string>();
  const remembered = new Map<string, unknown>();
  const working: Secrets = {
    get: async (key) => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
  const secrets: Secrets = { ...working, ...faults };
  const memory: Memory = {
    get: <T>(key: string, fallback: T) => (remembered.get(key) as T | undefined) ?? fallback,
    update: async (key, value) => void remembered.set(key, value),
  };
  return {
    kept,
    remembered,
    openWindow: () => createTokenStore(secrets, memory),
    repair: () => Object.assign(secrets, working),
  };
}

const locked = async (): Promise<never> => {
  throw new Error('The keyring is locked.');
};

describe('a token', () => {
  it('is available in every window, but only for its origin', async () => {
    const { openWindow } = machine();
    expect(await openWindow().store(origin, canary)).toBe('stored');
    const tokens = openWindow();
    expect(await tokens.read(origin)).toBe(canary);
    for (const other of ['http://a.example', 'https://a.example:8443', 'https://b.a.example', '']) {
      expect(await tokens.read(other)).toBeNull();
    }
  });

  it('is only in the secret storage; its origin is remembered separately', async () => {
    const { kept, remembered, openWindow } = machine();
    await openWindow().store(origin, canary);
    expect([...kept.values()]).toEqual([canary]);
    expect(JSON.stringify([...remembered])).not.toContain(canary);
    expect(openWindow().origins()).toEqual([origin]);
  });

  it('that is entered again replaces the previous one', async () => {
    const { kept, openWindow } = machine();
    const tokens = openWindow();
    await tokens.store(origin, 'old');
    await tokens.store(origin, canary);
    expect([...kept.values()]).toEqual([canary]);
    expect(tokens.origins()).toEqual([origin]);
  });

  it('is removed together with its origin', async () => {
    const { kept, openWindow } = machine();
    const tokens = openWindow();
    await tokens.store(origin, canary);
    await tokens.store('https://b.example', 'other');
    await tokens.remove(origin);
    expect([...kept.values()]).toEqual(['other']);
    expect(await tokens.read(origin)).toBeNull();
    expect(tokens.origins()).toEqual(['https://b.example']);
  });

  it('that has vanished from the secret storage is asked for again, without a warning', async () => {
    const { kept, openWindow } = machine();
    const tokens = openWindow();
    await tokens.store(origin, canary);
    kept.clear();
    expect(await tokens.read(origin)).toBeNull();
    // An origin that already had a token is not a new one.
    expect(tokens.origins()).toEqual([origin]);
  });

  it('that vanishes after the confirmation prevents the request', async () => {
    const { kept, openWindow } = machine();
    const tokens = openWindow();
    const server = await rawServer(() => {});
    const { journal, remove } = await temporaryJournal();
    const submission = await submissionTo(`http://127.0.0.1:${server.port}`);
    await tokens.store(submission.endpoint.origin, canary);
    const onPrepared = () => kept.clear();
    const { outcome } = await submit(submission, portsWith(journal, { readToken: tokens.read, onPrepared }));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'token' });
    expect(server.received()).toBe('');
    await server.close();
    await remove();
  });
});

describe('when the secret storage', () => {
  it.each<[string, Partial<Secrets>]>([
    ['throws when it stores a token', { store: locked }],
    ['throws when it reads a token', { get: locked }],
    [
      'throws synchronously',
      {
        store: () => {
          throw new Error('No keyring.');
        },
      },
    ],
    ['silently stores nothing', { store: async () => {} }],
    ['returns something else', { get: async () => 'mangled' }],
  ])('%s, a token is kept for this window only, with a message', async (_, faults) => {
    const { remembered, openWindow } = machine(faults);
    const tokens = openWindow();
    expect(await tokens.store(origin, canary)).toBe('window');
    expect(await tokens.read(origin)).toBe(canary);
    expect(tokens.origins()).toEqual([origin]);
    expect(JSON.stringify([...remembered])).not.toContain(canary);
    expect(await openWindow().read(origin)).not.toBe(canary);
  });

  it.each<[string, Secrets['get']]>([
    ['throws when it reads a token', locked],
    ['returns an empty string', async () => ''],
    ['returns a token that is not a valid header', async () => 'line\nbreak'],
  ])('%s, there is no token', async (_, get) => {
    expect(await machine({ get }).openWindow().read(origin)).toBeNull();
  });

  it('does not work, a window still lists its token after another window forgets the origin', async () => {
    const { openWindow } = machine({ store: locked });
    const tokens = openWindow();
    await tokens.store(origin, canary);
    const other = openWindow();
    await other.remove(origin);
    expect([tokens.origins(), other.origins()]).toEqual([[origin], []]);
  });

  it('works again, the next token is kept for all windows', async () => {
    const { openWindow, repair } = machine({ store: locked });
    const tokens = openWindow();
    await tokens.store(origin, 'for this window');
    repair();
    expect(await tokens.store(origin, canary)).toBe('stored');
    expect([await tokens.read(origin), await openWindow().read(origin)]).toEqual([canary, canary]);
  });

  it.each<[string, Partial<Secrets>]>([
    ['throws when it deletes a token', { delete: locked }],
    ['keeps a deleted token', { delete: async () => {} }],
  ])('%s, removing it fails, and the origin stays known', async (_, faults) => {
    const tokens = machine(faults).openWindow();
    await tokens.store(origin, canary);
    await expect(tokens.remove(origin)).rejects.toThrow(/keyring is locked|still has the token/);
    expect(await tokens.read(origin)).toBe(canary);
    expect(tokens.origins()).toEqual([origin]);
  });

  it('does not work at all, removing still forgets the token of this window', async () => {
    const tokens = machine({ store: locked, delete: locked }).openWindow();
    await tokens.store(origin, canary);
    await expect(tokens.remove(origin)).rejects.toThrow('keyring is locked');
    expect(await tokens.read(origin)).toBeNull();
  });
});
