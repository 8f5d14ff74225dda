import { describe, expect, it } from 'vitest';
import {
  CodeLensRefreshRequest,
  CodeLensRequest,
  ErrorCodes,
  type Registration,
  RegistrationRequest,
  ResponseError,
} from 'vscode-languageserver-protocol/node';
import { type Client, type Manner, useServer } from '../client';

const server = useServer();
/** A trajectory with one hint. */
const text = '{"split": "s", "trajectory_groups": [{"trajectories": [{"messages_and_choices": []}]}]}';
const uri = 'file:///folder/settings.trajectory.json';

async function opened(manner: Manner): Promise<Client> {
  const client = await server.start(manner);
  await client.open(uri, text);
  return client;
}

const codesOf = (client: Client) =>
  client
    .published(uri)
    .at(-1)
    ?.diagnostics.map(({ code }) => code);

/** Resolves when the latest diagnostics have `count` hints. */
async function hintsAre(client: Client, count: number): Promise<void> {
  while (codesOf(client)?.length !== count) await client.settled(uri);
}

const lensesOf = (client: Client) =>
  client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });

const ends = async (client: Client) => expect(await client.end()).toBe(0);

describe('Settings', () => {
  it('are read from the initialization options', async () => {
    const client = await opened({ initializationOptions: { trajectory: { hints: false, codeLens: false } } });
    await client.settled(uri);
    expect(codesOf(client)).toEqual([]);
    expect(await lensesOf(client)).toEqual([]);
    await ends(client);
  });

  it('are also read under their full names', async () => {
    const client = await opened({ initializationOptions: { 'trajectory.hints': false } });
    await client.settled(uri);
    expect(codesOf(client)).toEqual([]);
    expect(await lensesOf(client)).not.toEqual([]);
    await ends(client);
  });

  it('are accepted from a client that sends them, and omitted ones return to their initial values', async () => {
    const client = await opened({ initializationOptions: { trajectory: { codeLens: false } } });
    await client.configure({ trajectory: { hints: false } });
    await hintsAre(client, 0);
    expect(await lensesOf(client)).toEqual([]);
    await client.configure({ trajectory: { codeLens: true } });
    await hintsAre(client, 1);
    expect(await lensesOf(client)).not.toEqual([]);
    await ends(client);
  });

  it('are requested from the client at the start and when they have changed', async () => {
    let hints = true;
    const asked: string[] = [];
    const client = await opened({
      capabilities: { workspace: { configuration: true } },
      settings: (section) => {
        asked.push(section);
        return { hints };
      },
    });
    await hintsAre(client, 1);
    hints = false;
    await client.configure(null);
    await hintsAre(client, 0);
    hints = true;
    await client.configure({ trajectory: { hints: false } });
    await hintsAre(client, 1);
    expect(new Set(asked)).toEqual(new Set(['trajectory']));
    expect(client.errors).toEqual([]);
    await ends(client);
  });

  it.each([
    ['with null', () => null],
    ['with nothing', () => undefined],
    [
      'with an error',
      () => {
        throw new ResponseError(ErrorCodes.MethodNotFound, 'No settings here.');
      },
    ],
  ])('are those of the notification if the client answers the request %s', async (_, settings) => {
    const client = await opened({
      initializationOptions: {},
      capabilities: { workspace: { configuration: true } },
      settings,
    });
    await hintsAre(client, 1);
    await client.configure({ trajectory: { hints: false } });
    await hintsAre(client, 0);
    expect(client.errors).toEqual([]);
    await ends(client);
  });

  it('cause no request to the client before it is initialized', async () => {
    const client = await opened({
      initializationOptions: { trajectory: { codeLens: false } },
      capabilities: { workspace: { codeLens: { refreshSupport: true } } },
    });
    expect(await lensesOf(client)).toEqual([]);
    expect(client.errors).toEqual([]);
    await ends(client);
  });

  it('register for changes if the client needs dynamic registration', async () => {
    const client = await server.start({
      capabilities: { workspace: { didChangeConfiguration: { dynamicRegistration: true } } },
    });
    const registered = new Promise<Registration[]>((resolve) => {
      client.connection.onRequest(RegistrationRequest.type, ({ registrations }) => resolve(registrations));
    });
    expect(await registered).toMatchObject([
      { method: 'workspace/didChangeConfiguration', registerOptions: { section: 'trajectory' } },
    ]);
    await ends(client);
  });

  it('are those of the start if the client refuses to register', async () => {
    const client = await opened({
      initializationOptions: { trajectory: { hints: false } },
      capabilities: { workspace: { didChangeConfiguration: { dynamicRegistration: true } } },
    });
    await hintsAre(client, 0);
    await expect.poll(() => client.warnings).toEqual(['The client refused to say when settings change.']);
    expect(client.errors).toEqual([]);
    await ends(client);
  });

  it.each([
    ['null', null],
    ['an array', [1]],
    ['settings of another extension', { json: {} }],
    ['a section that is not an object', { trajectory: 5 }],
  ])('keep their defaults if the client sends %s', async (_, settings) => {
    const client = await opened({ initializationOptions: settings });
    await client.configure(settings);
    expect(await lensesOf(client)).not.toEqual([]);
    await hintsAre(client, 1);
    expect(codesOf(client)).toEqual(['no-assistant-turn']);
    expect([...client.errors, ...client.warnings]).toEqual([]);
    await ends(client);
  });

  it('with a value of the wrong type are logged and keep their defaults', async () => {
    const client = await opened({ initializationOptions: { trajectory: { hints: 'yes', codeLens: 0 } } });
    expect(await lensesOf(client)).not.toEqual([]);
    await hintsAre(client, 1);
    expect(client.warnings).toEqual([
      'The setting trajectory.hints must be true or false.',
      'The setting trajectory.codeLens must be true or false.',
    ]);
    await ends(client);
  });
});

it('Toggling lenses sends a refresh request to a client that supports it', async () => {
  const client = await opened({ capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
  const refreshed = new Promise<void>((resolve) => {
    client.connection.onRequest(CodeLensRefreshRequest.type, () => resolve());
  });
  await client.configure({ trajectory: { codeLens: false } });
  await refreshed;
  expect(await lensesOf(client)).toEqual([]);
  await ends(client);
});
