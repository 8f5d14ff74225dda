import { beforeAll, describe, expect, it } from 'vitest';
import {
  CompletionRequest,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  HoverRequest,
} from 'vscode-languageserver-protocol/node';
import { type Client, useServer } from '../client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start();
});

const group = '{"trajectories": [{"messages_and_choices": [], "reward": 0.5}]}';
const large = `{"split": "s", "trajectory_groups": [${Array(60_000).fill(group).join(',\n')}]}`;
const start = { line: 0, character: 0 };

let documents = 0;
async function opened(text: string): Promise<string> {
  const uri = `file:///folder/queued-${++documents}.trajectory.json`;
  await client.open(uri, text);
  return uri;
}

describe('A request that an edit overtakes during the first analysis', () => {
  it('is answered for the newer text', async () => {
    const uri = await opened(large);
    const textDocument = { uri };
    const options = { tabSize: 2, insertSpaces: true };
    const { connection } = client;
    const answers = Promise.all([
      connection.sendRequest(HoverRequest.type, { textDocument, position: { line: 0, character: 3 } }),
      connection.sendRequest(CompletionRequest.type, { textDocument, position: start }),
      connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
      connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options }),
    ]);
    await client.change(uri, 2, [{ text: '{"split":"s"}' }]);
    const [hover, completions, symbols, edits] = await answers;
    expect(hover).toMatchObject({ range: { start: { line: 0, character: 1 } } });
    expect(completions).not.toBeNull();
    expect(symbols).toHaveLength(1);
    expect(edits!.length).toBeGreaterThan(0);
    await client.close(uri);
  });
});

describe('Very many requests on a document', () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `"name${i}": 1`);
  const uri = 'file:///folder/names.trajectory.json';
  const completionsAt = (character: number) =>
    client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character },
    });

  it('do not keep those on another document waiting', async () => {
    await client.open(uri, `{"split": "s", "metadata": {${names.join()}}}`);
    const other = await opened('{"split": "s"}');
    await Promise.all([uri, other].map((one) => client.diagnostics(one, 1)));
    const answered: string[] = [];
    const many = Array.from({ length: 300 }, async (_, i) => {
      await completionsAt(30 + 12 * i);
      answered.push('completions');
    });
    const textDocument = { uri: other };
    await client.connection.sendRequest(HoverRequest.type, {
      textDocument,
      position: { line: 0, character: 3 },
    });
    answered.push('hover');
    await Promise.all(many);
    expect(answered.indexOf('hover')).toBeLessThan(150);
    await client.close(uri);
  });

  it('come after those on another document that were sent later', async () => {
    const [uri, other] = [await opened('{"split": "s"}'), await opened('{"split": "s"}')];
    await Promise.all([uri, other].map((one) => client.diagnostics(one, 1)));
    const answered: string[] = [];
    const hover = async (of: string): Promise<void> => {
      const position = { line: 0, character: 3 };
      const answer = await client.connection.sendRequest(HoverRequest.type, {
        textDocument: { uri: of },
        position,
      });
      expect(answer).not.toBeNull();
      answered.push(of);
    };
    const many = Array.from({ length: 5000 }, () => hover(uri));
    await hover(other);
    // All that was sent is read first, while some are answered.
    expect(answered.indexOf(other)).toBeLessThan(2500);
    await Promise.all(many);
  });
});

describe('A request right before an edit', () => {
  it('is answered for the older text', async () => {
    const uri = await opened('{"split": "s"}');
    await client.diagnostics(uri, 1);
    const asked = client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 3 },
    });
    await client.change(uri, 2, [{ text: '{}' }]);
    expect(await asked).toMatchObject({ range: { start: { line: 0, character: 1 } } });
    await client.close(uri);
  });
});

describe('Edits', () => {
  it('in a single notification are applied in order', async () => {
    const uri = await opened('{"split": ""}');
    const changes = Array.from({ length: 20_000 }, (_, i) => {
      const at = { line: 0, character: 11 + i };
      return { range: { start: at, end: at }, text: String(i % 10) };
    });
    await client.change(uri, 2, [...changes, { range: { start, end: start }, text: '[' }]);
    const { diagnostics } = await client.diagnostics(uri, 2);
    expect(diagnostics).not.toEqual([]);
    await client.change(uri, 3, [
      { range: { start, end: { line: 0, character: 1 } }, text: '' },
      { range: { start: { line: 0, character: 9 }, end: { line: 0, character: 20_012 } }, text: '1' },
    ]);
    const found = (await client.diagnostics(uri, 3)).diagnostics;
    expect(found.find(({ code }) => code === 'wrong-type')!.range).toEqual({
      start: { line: 0, character: 9 },
      end: { line: 0, character: 10 },
    });
  });

  it('in many notifications share an analysis and do not block other documents', async () => {
    const uri = await opened(large);
    await client.diagnostics(uri, 1);
    const other = await opened('{"split": "s"}');
    const last = 3000;
    for (let version = 2; version <= last; version++)
      void client.change(uri, version, [{ range: { start, end: start }, text: ' ' }]);
    const hover = client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: other },
      position: { line: 0, character: 3 },
    });
    expect(await hover).not.toBeNull();
    await client.diagnostics(uri, last);
    // The stream delivers messages in chunks, so there may be a few.
    expect(client.published(uri).length).toBeLessThan(last / 2);
  });

  it('can insert a very long text', async () => {
    const uri = await opened('{}');
    await client.change(uri, 2, [{ range: { start, end: { line: 0, character: 2 } }, text: large }]);
    expect((await client.diagnostics(uri, 2)).diagnostics).toEqual([]);
    const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri },
    });
    expect(symbols!.length).toBeGreaterThan(1000);
    await client.close(uri);
  });
});
