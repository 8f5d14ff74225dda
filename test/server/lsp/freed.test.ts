import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  ReferencesRequest,
  SelectionRangeRequest,
} from 'vscode-languageserver-protocol/node';
import {
  convertRequest,
  describeRequest,
  expandLineRequest,
  joinLinesRequest,
  locateRequest,
  pathRequest,
  sortKeysRequest,
} from '../../../server/protocol';
import { collectionRequest } from '../../../server/viewProtocol/collection';
import { compareRequest } from '../../../server/viewProtocol/comparison';
import { conversationRequest, textRequest } from '../../../server/viewProtocol/conversation';
import { groupLinesRequest } from '../../../server/viewProtocol/export';
import { locateItemRequest, trajectoryAtRequest } from '../../../server/viewProtocol/places';
import { type Client, useServer } from '../client';

const server = useServer();
const megabyte = 1_000_000;

const message =
  '{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}';
const trajectory = (reward: string, length: number) =>
  `{"messages_and_choices": [\n${Array(length).fill(message).join(',\n')}],\n"reward": ${reward}}`;
/** A log request with problems of most kinds, hints, and a syntax error at its end. */
const request = (count: number) =>
  `{"split": "s",\n"trajectory_groups": [{"trajectories": [${Array.from({ length: count }, (_, i) =>
    trajectory(i % 100 === 0 ? `"${i}"` : String(i), 100),
  ).join(',\n')}]}],\n"splt": 1, 12345678901234567890}`;
const lines = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `{"trajectories": [${trajectory(`"${i}"`, 1).replaceAll('\n', '')}]}`,
  ).join('\n');

/** The server's memory in use in bytes, after it has handled all earlier messages. */
async function used(client: Client): Promise<number> {
  await client.settled('file:///folder/none.trajectory.json');
  const answer = once(client.process, 'message');
  client.process.send('used');
  const [told] = (await answer) as [{ used: number }];
  return told.used;
}

/** Of the first trajectory. */
const reward = { trajectory: 0, path: ['reward'], form: 'decoded', from: 0, to: 1 } as const;

/** Sends every request about a document. */
async function askEverything(client: Client, uri: string, version: number): Promise<void> {
  const { connection } = client;
  const textDocument = { uri };
  const options = { tabSize: 2, insertSpaces: true };
  const place = { textDocument, position: { line: 3, character: 12 } };
  const start = { line: 0, character: 0 };
  const range = { start, end: { line: 40, character: 0 } };
  await Promise.all([
    connection.sendRequest(HoverRequest.type, place),
    connection.sendRequest(CompletionRequest.type, place),
    connection.sendRequest(DefinitionRequest.type, place),
    connection.sendRequest(ReferencesRequest.type, { ...place, context: { includeDeclaration: true } }),
    connection.sendRequest(DocumentHighlightRequest.type, place),
    connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [place.position] }),
    connection.sendRequest(DocumentSymbolRequest.type, { textDocument }),
    connection.sendRequest(FoldingRangeRequest.type, { textDocument }),
    connection.sendRequest(CodeLensRequest.type, { textDocument }),
    connection.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } }),
    connection.sendRequest(DocumentRangeFormattingRequest.type, { textDocument, range, options }),
    connection.sendRequest(DocumentOnTypeFormattingRequest.type, { ...place, ch: '}', options }),
    connection.sendRequest(DocumentFormattingRequest.type, { textDocument, options }),
    client.ask(describeRequest, { uri }),
    client.ask(locateRequest, { uri, version, paths: [['trajectory_groups', 0]] }),
    client.ask(pathRequest, { uri, position: place.position, format: 'pointer' }),
    client.ask(convertRequest, { uri, to: 'lines' }),
    client.ask(sortKeysRequest, { uri, version }),
    client.ask(expandLineRequest, { uri, version, line: 0 }),
    client.ask(joinLinesRequest, { text: '{"a":\n1}', like: '' }),
    client.ask(collectionRequest, { uri, since: version === 1 ? null : 1 }),
    client.ask(conversationRequest, { uri, trajectory: 0, from: 0, count: 50 }),
    client.ask(textRequest, { ...reward, uri, version }),
    client.ask(locateItemRequest, { uri, trajectory: 0, message: 0 }),
    client.ask(trajectoryAtRequest, { uri, position: place.position }),
    client.ask(compareRequest, { uri, trajectories: [0, 1] }),
    client.ask(groupLinesRequest, { uri, version, groups: 'AQ==' }),
  ]);
}

/** Opens a document, sends every request, edits it and repeats; returns the memory in use before closing. */
async function useDocument(client: Client, uri: string, text: string): Promise<number> {
  await client.open(uri, text, { languageId: uri.endsWith('l') ? 'trajectory-jsonl' : 'trajectory' });
  await askEverything(client, uri, 1);
  const start = { line: 0, character: 0 };
  await client.change(uri, 2, [{ range: { start, end: start }, text: '\n' }]);
  await askEverything(client, uri, 2);
  const before = await used(client);
  await client.close(uri);
  return before;
}

it.each([
  ['a log request', 'file:///folder/freed.trajectory.json', request],
  ['JSON Lines', 'file:///folder/freed.trajectories.jsonl', lines],
] as const)('Closing a large document frees its memory: %s', async (_, uri, make) => {
  const client = await server.start({
    node: ['--expose-gc', '--require', join(import.meta.dirname, 'memory.cjs')],
    initializationOptions: { trajectory: { hints: true } },
  });
  // Warm-up: compiled code and caches stay in memory, but do not belong to the document. V8 goes on compiling for
  // about 20 documents.
  for (let i = 0; i < 20; i++) await useDocument(client, uri.replace('freed', 'small'), make(20));
  const before = await used(client);
  const text = make(uri.endsWith('l') ? 36_000 : 600);
  expect(text.length).toBeGreaterThan(5 * megabyte);
  expect((await useDocument(client, uri, text)) - before).toBeGreaterThan(10 * megabyte);
  // What is left is code that V8 compiled for the large document, about 1 MB; the text alone has more than 5.
  expect((await used(client)) - before).toBeLessThan(3 * megabyte);
  expect(await client.end()).toBe(0);
});
