import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { whenRead } from '../../../server/stdio/whenRead';

it('Work waits until the client has read what was written, if that is much', async () => {
  const output = new PassThrough();
  const schedule = whenRead(output, setImmediate, 1000);
  const done: string[] = [];
  const run = (name: string): Promise<void> =>
    new Promise((resolve) =>
      schedule(() => {
        done.push(name);
        resolve();
      }),
    );
  await run('nothing is written');
  output.write(Buffer.alloc(500));
  await run('little is written');
  while (output.writableLength <= 1000) output.write(Buffer.alloc(100_000));
  const waiting = run('all is read');
  // All callbacks that could run have run.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  done.push('reading begins');
  (output as Readable).resume();
  await waiting;
  output.end();
  await once(output, 'end');
  expect(done).toEqual(['nothing is written', 'little is written', 'reading begins', 'all is read']);
});
