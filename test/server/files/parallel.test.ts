import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TextCheck } from '../../../server/core/streaming/textCheck';
import { checkInParallel } from '../../../server/files/checkInParallel';
import { checkRange } from '../../../server/files/checkRange';
import { rangeOfPart } from '../../../server/files/ranges';
import { startWorkers, type Workers } from '../../../server/files/workers';
import { engine } from '../core/support';

let folder: string;
let workers: Workers;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-files-'));
  const outfile = join(folder, 'rangeWorker.mjs');
  await build({
    entryPoints: ['server/files/rangeWorker.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  workers = startWorkers(pathToFileURL(outfile), 2);
});

afterAll(async () => {
  await workers.end();
  rmSync(folder, { recursive: true });
});

const options = { language: 'trajectory-jsonl', name: 'x.jsonl', limit: 1000, hints: true } as const;

function inOnePiece(path: string): unknown {
  const check = new TextCheck(engine, options);
  check.write(readFileSync(path));
  return check.end();
}

function* files(): Generator<string> {
  for (const name of ['airline.trajectories.jsonl', 'lines.trajectories.jsonl']) yield join('examples', name);
  for (const name of readdirSync('test/corpus/files')) yield join('test/corpus/files', name);
  const trajectory = '{"messages_and_choices": [{"role": "user"}], "reward": 1}';
  const contents = [
    '',
    '{}',
    `\ufeff{"trajectories": [${trajectory}]}\r\n`.repeat(300),
    `{"a": 1}\n`.repeat(3000) + `${trajectory}\n`.repeat(300),
    `${'{"a": 1}\n'.repeat(5000)}${`${trajectory}\n`.repeat(300)}${`{"trajectories": [${trajectory}]}\n`.repeat(900)}`,
    `{"trajectories": [${trajectory}, ${trajectory}]}\n`.repeat(5200),
    ` {"indented": 1}\n`.repeat(3000),
    `${'[}'.repeat(1000)}\n`.repeat(150),
  ];
  for (const [i, content] of contents.entries()) {
    const path = join(folder, `${i}.jsonl`);
    writeFileSync(path, content);
    yield path;
  }
  const invalid = join(folder, 'invalid.jsonl');
  writeFileSync(
    invalid,
    Buffer.concat([Buffer.from('{"a": 1}\n'.repeat(2000)), Buffer.from([0xff, 10, 0xe2])]),
  );
  yield invalid;
}

it('A file that is checked in ranges by workers gives the result of one check, whatever their number', async () => {
  for (const path of files()) {
    const expected = inOnePiece(path);
    const length = Math.max(10_000, Math.ceil(statSync(path).size / 6));
    for (const jobs of [1, 3]) {
      const result = await checkInParallel(engine, path, { options, jobs, run: workers.run, length });
      expect(result, path).toEqual(expected);
    }
  }
});

it('The parts of a file cover it', () => {
  for (const path of files()) {
    const { length } = readFileSync(path);
    for (const count of [1, 2, 7]) {
      const ranges = Array.from({ length: count }, (_, i) => rangeOfPart(path, i, count));
      expect(ranges[0]!.from).toBe(0);
      expect(ranges.at(-1)!.to).toBe(length);
      for (let i = 1; i < count; i++) expect(ranges[i]!.from).toBe(ranges[i - 1]!.to);
    }
  }
});

it('A failure of a worker is reported', async () => {
  const path = join(folder, 'vanished.jsonl');
  writeFileSync(path, '{}\n');
  const own = startWorkers(pathToFileURL(join(folder, 'rangeWorker.mjs')), 1);
  const task = { path: join(folder, 'missing.jsonl'), range: { from: 0, to: 1 }, held: null, options };
  await expect(own.run(task)).rejects.toThrow(/ENOENT/);
  await own.end();
  expect(checkRange(engine, path, { range: { from: 0, to: 3 }, held: null, options }).part.count).toBe(1);
});
