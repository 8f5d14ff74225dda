import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CancellationToken,
  CancellationTokenSource,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  HoverRequest,
  LSPErrorCodes,
} from 'vscode-languageserver-protocol/node';
import { runSlice } from '../../../../server/lsp/scheduling/slices';
import { convertRequest, joinLinesRequest } from '../../../../server/protocol';
import { type Client, useServer } from '../../client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start();
});

/** A request of several MB with many lines and no indentation, which takes long to format and to join. */
const trajectory = `{"messages_and_choices":[${Array(20).fill('{"role":"assistant",\n"content":"a"}').join(',\n')}],"reward":1}`;
const large = `{"split":"train","trajectory_groups":[{"trajectories":[${Array(8000).fill(trajectory).join(',\n')}]}]}`;
const nearlyAll = { start: { line: 1, character: 0 }, end: { line: 300_000, character: 0 } };
const options = { tabSize: 2, insertSpaces: true };

let documents = 0;
async function opened(): Promise<string> {
  const uri = `file:///folder/slices-${++documents}.trajectory.json`;
  await client.open(uri, large);
  await client.settled(uri);
  return uri;
}

const hover = (uri: string) =>
  client.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri },
    position: { line: 0, character: 3 },
  });

const formatAll = (uri: string, token?: CancellationToken) =>
  client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options }, token);
const formatRange = (uri: string, token?: CancellationToken) => {
  const params = { textDocument: { uri }, range: nearlyAll, options };
  return client.connection.sendRequest(DocumentRangeFormattingRequest.type, params, token);
};

it('a slice ends on time even if the clock is set back', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  function* work() {
    for (;;) yield;
  }
  try {
    expect(runSlice(work())).toBeNull();
  } finally {
    clock.mockRestore();
  }
});

describe('During long work', () => {
  it.each([
    ['formatting', (uri: string): Promise<unknown> => formatAll(uri)],
    ['formatting a range', (uri: string): Promise<unknown> => formatRange(uri)],
    ['converting', (uri: string): Promise<unknown> => client.ask(convertRequest, { uri, to: 'lines' })],
    ['joining lines', (): Promise<unknown> => client.ask(joinLinesRequest, { text: large, like: '' })],
  ])('other requests are answered: %s', async (_, askForIt) => {
    const uri = await opened();
    const answered: string[] = [];
    const work = askForIt(uri).then((result) => {
      answered.push('work');
      return result;
    });
    expect(await hover(uri).then((result) => answered.push('hover') && result)).not.toBeNull();
    expect((await work) === null).toBe(false);
    expect(answered).toEqual(['hover', 'work']);
    await client.close(uri);
  });

  it.each([
    ['formatting', formatAll],
    ['formatting a range', formatRange],
  ])('the request can be cancelled: %s', async (_, format) => {
    const uri = await opened();
    const source = new CancellationTokenSource();
    const refused = expect(format(uri, source.token)).rejects.toMatchObject({
      code: LSPErrorCodes.RequestCancelled,
    });
    await hover(uri);
    source.cancel();
    await refused;
    await client.close(uri);
  });

  it('the request ends when its document changes or is closed', async () => {
    const uri = await opened();
    const changed = expect(formatAll(uri)).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    const converted = client.ask(convertRequest, { uri, to: 'lines' });
    await client.change(uri, 2, [{ text: '{}' }]);
    await changed;
    expect((await converted) === null).toBe(true);
    await client.change(uri, 3, [{ text: large }]);
    await client.settled(uri);
    const closed = expect(formatAll(uri)).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await client.close(uri);
    await closed;
  });
});
