import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CompletionList,
  CompletionRequest,
  CompletionTriggerKind,
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

  it('offers completions for what is typed meanwhile, which replace a range of the text that was asked about', async () => {
    const uri = await opened(large.replace('"split": "s"', '"": "s"'));
    const position = { line: 0, character: 2 };
    const answer = client.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    await client.change(uri, 2, [{ range: { start, end: start }, text: '\n\n' }]);
    const inName = { line: 2, character: 2 };
    await client.change(uri, 3, [{ range: { start: inName, end: inName }, text: 'sp' }]);
    const { items } = (await answer) as CompletionList;
    const range = { start: position, end: position };
    expect(items.map(({ label }) => label)).toContain('split');
    expect(items).toEqual(items.map((item) => ({ ...item, textEdit: expect.objectContaining({ range }) })));
    const behind = { line: 2, character: 4 };
    const next = client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: behind,
    });
    expect(((await next) as CompletionList).items[0]!.textEdit).toMatchObject({
      range: { start: inName, end: behind },
    });
    await client.close(uri);
  });

  it('offers completions behind a line break for what is typed there meanwhile', async () => {
    const uri = await opened(large.replace('"split": "s", ', '\n'));
    const position = { line: 1, character: 0 };
    const answer = client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
      context: { triggerKind: CompletionTriggerKind.TriggerCharacter, triggerCharacter: '\n' },
    });
    await client.change(uri, 2, [{ range: { start: position, end: position }, text: '"sp' }]);
    expect(((await answer) as CompletionList).items.map(({ label }) => label)).toContain('split');
    await client.close(uri);
  });

  it('offers nothing if the whole text is replaced meanwhile, so that the client asks again', async () => {
    const uri = await opened(large);
    const answer = client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: 1 },
    });
    await client.change(uri, 2, [{ text: '{}' }]);
    expect(await answer).toEqual({ isIncomplete: true, items: [] });
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
    await client.open(uri, `{"split": "s", "metadata": {${names.join()}}}`);
    const other = await opened('{"split": "s"}');
    await Promise.all([uri, other].map((one) => client.diagnostics(one, 1)));
    const answered: string[] = [];
    // Answering each takes the server longer than sending it takes the client, however busy the machine is.
    const many = Array.from({ length: 2000 }, async (_, i) => {
      await completionsAt(30 + 12 * (i % 300));
      answered.push('completions');
    });
    const position = { line: 0, character: 3 };
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: other },
      position,
    });
    answered.push('hover');
    expect(hover).not.toBeNull();
    // All that was sent is read first, while some are answered.
    expect(answered.indexOf('hover')).toBeLessThan(1000);
    await Promise.all(many);
    await client.close(uri);
  });
});
