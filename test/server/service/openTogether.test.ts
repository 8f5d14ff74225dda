import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const count = 4;
const rounds = 10;

/** Opens a folder at the moment when all the others do. */
const program = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { openFolder } from './server/service/store';
  const waiting = new Int32Array(workerData.waiting);
  Atomics.sub(waiting, 0, 1);
  while (Atomics.load(waiting, 0) > 0);
  parentPort.postMessage(openFolder(workerData.folder));
`;

it('services that start at the same moment open the same new folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'trajectory-together-'));
  try {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: resolve(import.meta.dirname, '../../..'), loader: 'ts' },
      ...{ platform: 'node', format: 'cjs', bundle: true, write: false, logLevel: 'error' },
    });
    for (let round = 0; round < rounds; round++) {
      const waiting = new SharedArrayBuffer(4);
      new Int32Array(waiting)[0] = count;
      const workerData = { waiting, folder: join(root, `${round}`, 'data') };
      const workers = Array.from(
        { length: count },
        () => new Worker(outputFiles[0]!.text, { eval: true, workerData }),
      );
      const failures = await Promise.all(workers.map(async (worker) => (await once(worker, 'message'))[0]));
      expect(failures).toEqual(Array(count).fill(null));
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});
