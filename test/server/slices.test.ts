import { beforeAll, describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  DocumentFormattingRequest,
  HoverRequest,
  LSPErrorCodes,
} from 'vscode-languageserver-protocol/node';
import { type Client, useServer } from './client';

const server = useServer();
let client: Client;
beforeAll(async () => {
  client = await server.start();
});

/** A request of some megabytes and many lines without indentation: there is much to format, and to join. */
const trajectory = `{"messages_and_choices":[${Array(20).fill('{"role":"assistant",\n"content":"a"}').join(',\n')}],"reward":1}`;
const large = `{"split":"train","trajectory_groups":[{"trajectories":[${Array(8000).fill(trajectory).join(',\n')}]}]}`;
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

describe('While long work is done', () => {
  it.each([
    [
      'formatting',
      (uri: string): Promise<unknown> =>
        client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options }),
    ],
    ['converting', (uri: string): Promise<unknown> => client.ask('trajectory/convert', { uri, to: 'lines' })],
  ])('other questions are answered: %s', async (_, askForIt) => {
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

  it('it can be cancelled', async () => {
    const uri = await opened();
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, options };
    const work = client.connection.sendRequest(DocumentFormattingRequest.type, params, source.token);
    const refused = expect(work).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
    await hover(uri);
    source.cancel();
    await refused;
    await client.close(uri);
  });

  it('it ends when the document changes, and when it is closed', async () => {
    const uri = await opened();
    const format = () =>
      client.connection.sendRequest(DocumentFormattingRequest.type, { textDocument: { uri }, options });
    const changed = expect(format()).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    const converted = client.ask('trajectory/convert', { uri, to: 'lines' });
    await client.change(uri, 2, [{ text: '{}' }]);
    await changed;
    expect((await converted) === null).toBe(true);
    await client.change(uri, 3, [{ text: large }]);
    await client.settled(uri);
    const closed = expect(format()).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await client.close(uri);
    await closed;
  });
});
