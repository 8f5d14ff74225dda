import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Message, StreamMessageReader } from 'vscode-languageserver/node';
import { StdioWriter } from '../../../server/stdio/writer';
import { inputs } from '../../budget';

/** The messages that a reader receives when all are written at once, in order of arrival. */
async function received(messages: readonly object[]): Promise<Message[]> {
  const stream = new PassThrough();
  const arrived: Message[] = [];
  const all = new Promise<void>((resolve) => {
    new StreamMessageReader(stream).listen((message) => {
      if (arrived.push(message) === messages.length) resolve();
    });
  });
  const writer = new StdioWriter(stream, setImmediate);
  await Promise.all([...messages.map((message) => writer.write(message as Message)), all]);
  return arrived;
}

const piece = fc.constantFrom('a', '"', '\\', '\n', '\u0000', 'é', '😀', '\ud83d', '\ude00', 'word ');
const long = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 7 }), fc.integer({ min: 400_000, max: 700_000 }))
  .map(([pieces, length]) => pieces.join('').repeat(length).slice(0, length));

it('A message with long strings arrives unchanged', async () => {
  const property = fc.asyncProperty(long, long, async (a, b) => {
    const message = { jsonrpc: '2.0', id: 1, result: [{ newText: a, range: [] }, { newText: b }, a, 5] };
    const [arrived] = await received([message]);
    expect(JSON.stringify(arrived) === JSON.stringify(message)).toBe(true);
  });
  await fc.assert(property, inputs(10));
});

it('A short message overtakes a long one that is being encoded; others keep their order', async () => {
  const text = 'word '.repeat(1_000_000);
  const ids = [1, 2, 3, 4];
  const messages = ids.map((id) => ({ jsonrpc: '2.0', id, result: id === 2 ? text : null }));
  const arrived = (await received(messages)) as unknown as { id: number; result: unknown }[];
  expect(arrived.map(({ id }) => id)).toEqual([1, 3, 4, 2]);
  expect(arrived[3]!.result === text).toBe(true);
});

it('A closed stream fails this message and the next one', async () => {
  const stream = new PassThrough();
  const writer = new StdioWriter(stream, setImmediate);
  stream.destroy();
  const message = { jsonrpc: '2.0' };
  await expect(writer.write(message)).rejects.toThrow();
  await expect(writer.write(message)).rejects.toThrow();
});
