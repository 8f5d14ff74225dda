import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Message } from 'vscode-languageserver/node';
import { whenRead } from '../../../server/stdio/whenRead';
import { StdioWriter } from '../../../server/stdio/writer';

function response(id: number, length: number): Message {
  return { jsonrpc: '2.0', id, result: 'x'.repeat(length) } as Message;
}

it('Work waits until the client has read what was written, if that is much', async () => {
  const output = new PassThrough();
  const writer = new StdioWriter(output, setImmediate);
  const schedule = whenRead(writer, setImmediate, 1_000_000);
  const done: string[] = [];
  const run = (name: string): Promise<void> =>
    new Promise((resolve) =>
      schedule(() => {
        done.push(name);
        resolve();
      }),
    );
  await run('nothing is written');
  const written = [writer.write(response(1, 900_000))];
  await run('little is written');
  // Long messages wait in the writer, not in the stream, until the client reads.
  written.push(writer.write(response(2, 900_000)), writer.write(response(3, 900_000)));
  while (writer.waiting < 1_800_000) await new Promise((resolve) => setImmediate(resolve));
  const waiting = run('all is read');
  // All callbacks that could run have run.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  done.push('reading begins');
  output.resume();
  await waiting;
  await Promise.all(written);
  expect(writer.waiting).toBe(0);
  expect(done).toEqual(['nothing is written', 'little is written', 'reading begins', 'all is read']);
});

it('Work does not wait for a long response while it is encoded', async () => {
  const turns: (() => void)[] = [];
  const writer = new StdioWriter(new PassThrough(), (turn) => void turns.push(turn));
  const schedule = whenRead(writer, setImmediate, 1_000_000);
  void writer.write(response(1, 9_000_000));
  expect(turns).toHaveLength(1);
  await new Promise<void>((resolve) => schedule(resolve));
});
