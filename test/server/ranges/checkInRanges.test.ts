import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runInWorkers, type TaskRunner } from '../../../cli/check/tasks';
import { TextCheck } from '../../../server/core/streaming/textCheck';
import { type CheckedRanges, checkInRanges } from '../../../server/ranges/checkInRanges';
import { checkRange } from '../../../server/ranges/checkRange';
import { linesIn } from '../../../server/ranges/ranges';
import { engine } from '../../server/core/support';

const program = join(inject('programs'), 'dist/cli/trajectory.js');
let folder: string;
let workers: TaskRunner;
/** A file with more syntax errors than are read. */
let tooBroken = '';
const nothing = (): void => undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-files-'));
  workers = runInWorkers(program, 2, nothing);
});

afterAll(async () => {
  await workers.end();
  rmSync(folder, { recursive: true });
});

const options = { language: 'trajectory-jsonl', name: 'x.jsonl', limit: 1000, hints: true } as const;

function inOnePiece(path: string): CheckedRanges {
  const check = new TextCheck(engine, options);
  check.write(readFileSync(path));
  const checked = check.end();
  const { invalid } = check;
  return invalid === null ? { type: 'checked', checked } : { type: 'not UTF-8', invalid };
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
    // More warnings in the first range than are listed, and errors in the last one.
    `{"trajectories": [${trajectory.replace('1}', 'null, "reward": 1}')}]}\n`.repeat(9000) +
      `{"trajectories": [${trajectory.replace('1}', '"1"}')}]}\n`.repeat(900),
  ];
  for (const [i, content] of contents.entries()) {
    const path = join(folder, `${i}.jsonl`);
    writeFileSync(path, content);
    yield path;
  }
  tooBroken = join(folder, 'tooBroken.jsonl');
  writeFileSync(tooBroken, `[${'"" '.repeat(1000)}]\n`.repeat(150));
  yield tooBroken;
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
      const result = await checkInRanges(engine, path, { options, jobs, run: workers.range, length });
      if (result.type === 'in one piece') expect(path).toBe(tooBroken);
      else if (result.type === 'not UTF-8')
        expect({ ...result, invalid: { ...result.invalid, at: 0 } }).toEqual({
          ...expected,
          invalid: { byte: 0xff, line: 2000, at: 0 },
        });
      else expect(result, path).toEqual(expected);
    }
  }
});

it('The parts of a file cover it', () => {
  for (const path of files()) {
    const { length } = readFileSync(path);
    for (const count of [1, 2, 7]) {
      const border = (i: number): number => Math.floor((length / count) * i);
      const ranges = Array.from({ length: count }, (_, i) =>
        linesIn(path, { from: border(i), to: i + 1 === count ? length : border(i + 1) }),
      );
      expect(ranges[0]!.from).toBe(0);
      expect(ranges.at(-1)!.to).toBe(length);
      for (let i = 1; i < count; i++) expect(ranges[i]!.from).toBe(ranges[i - 1]!.to);
    }
  }
});

it('A failure of a worker is reported, and it goes on', async () => {
  const path = join(folder, 'vanished.jsonl');
  writeFileSync(path, '{}\n');
  const own = runInWorkers(program, 1, nothing);
  const task = { path, range: { from: 0, to: 3 }, held: null, options };
  const missing = { ...task, path: join(folder, 'missing.jsonl') };
  const [failed, done] = await Promise.allSettled([own.range(missing), own.range(task)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'ENOENT' } });
  expect(done).toEqual({ status: 'fulfilled', value: checkRange(engine, task) });
  await own.end();
});

it.skipIf(process.platform === 'win32')(
  'A pipe in the place of a file does not wait for its other end',
  () => {
    const pipe = join(folder, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    expect(linesIn(pipe, { from: 0, to: 100 })).toEqual({ from: 0, to: 0 });
  },
);
