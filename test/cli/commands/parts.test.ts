import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, run, useFolder } from '../program';

const root = join(import.meta.dirname, '../../..');
const folder = useFolder();
const cwd = folder.path;
const trajectory = (reward: string): string =>
  `{"messages_and_choices": [{"role": "user", "content": "é😀"}], "reward": ${reward}}`;
const group = (reward: string): string => `{"trajectories": [${trajectory(reward)}, ${trajectory('1')}]}\n`;

/** Files that parts divide, and others. */
const contents: Readonly<Record<string, string | Uint8Array>> = {
  'a clean.trajectories.jsonl': group('0.5').repeat(6000),
  'b wrong.trajectories.jsonl': `${group('0.5').repeat(900)}${group('"1"').repeat(1000)}\r\n{"x": [}\n${group('null')}`,
  'c bare.jsonl': `${'{"id": 1}\n'.repeat(300)}${`${trajectory('true')}\n`.repeat(3000)}`,
  'd foreign.trajectories.jsonl': '{"a": 1}\n'.repeat(5000),
  'e broken.trajectories.jsonl': `[${'"" '.repeat(500)}]\n`.repeat(1100),
  'f latin.trajectories.jsonl': Buffer.from(
    `${group('1').repeat(1200)}{"trajectories": "\u00e9"}\n`,
    'latin1',
  ),
  'g small.trajectories.jsonl': group('"1"'),
  'h compressed.trajectories.jsonl.gz': gzipSync(group('"1"').repeat(2000)),
  'i request.trajectory.json': `{"trajectory_groups": [${`${group('"2"').trim()},\n`.repeat(2000)}{}]}`,
  'j empty.trajectories.jsonl': '',
  'k config.training-config.json': '{"learning_rate": "0.1"}',
  'l binary.trajectories.jsonl': new Uint8Array(200_000),
};

/** With the others more than 16 MB, which are divided among three workers. */
const large = 'large.trajectories.jsonl';

beforeAll(() => {
  for (const [name, content] of Object.entries(contents)) folder.write(name, content);
  const corpus = join(root, 'test/corpus/files');
  for (const name of readdirSync(corpus)) folder.write(join('z', name), readFileSync(join(corpus, name)));
});

const files = (): string[] => [
  ...Object.keys(contents),
  ...readdirSync(join(cwd, 'z')).map((name) => join('z', name)),
];
const check = (...args: string[]): Promise<Ended> => run(['check', ...args], { cwd });

/** Checks in parts, and merges them in another order. */
async function merged(
  parts: number,
  paths: readonly string[],
  how: readonly string[],
  format: string,
): Promise<Ended> {
  const names = Array.from({ length: parts }, (_, i) => `${i + 1}-of-${parts}.partial`);
  for (const [i, name] of names.entries()) {
    const part = ['--part', `${i + 1}/${parts}`, '--format', 'partial', '--output', name];
    const { stdout } = await check(...paths, ...how, ...part);
    expect(stdout).toBe('');
  }
  return run(['merge', ...names.reverse(), '--format', format], { cwd });
}

describe('The report is the same', () => {
  it('for any number of workers', async () => {
    folder.write(large, group('0.5').repeat(70_000));
    for (const format of ['text', 'sarif']) {
      const how = [large, ...files(), '--format', format, '--severity', 'hint', '--max-problems', '700'];
      const [one, three] = [await check(...how, '--jobs', '1'), await check(...how, '--jobs', '3')];
      expect(one.stdout).toContain('wrong-type');
      expect(three).toEqual(one);
    }
  });

  it('for one run and for merged parts', async () => {
    const how = ['--severity', 'hint', '--max-problems', '40'];
    for (const [parts, format] of [
      [2, 'text'],
      [7, 'json'],
    ] as const) {
      const one = await check(...files(), ...how, '--format', format);
      expect(await merged(parts, files(), how, format)).toEqual(one);
    }
  });

  it('for a file, standard input and an archive', async () => {
    for (const name of Object.keys(contents).filter((file) => !file.endsWith('.gz'))) {
      const input = readFileSync(join(cwd, name));
      const how = ['--as', /jsonl$/.test(name) ? 'trajectory-jsonl' : 'trajectory', '--format', 'json'];
      folder.write('archive.gz', gzipSync(input));
      const [file, other, archive] = await Promise.all([
        check(name, ...how),
        run(['check', '-', ...how], { cwd, input }),
        check('archive.gz', ...how),
      ]);
      const shown = JSON.stringify(name);
      expect(other.stdout.replaceAll('"<stdin>"', shown), name).toBe(file.stdout);
      expect(archive.stdout.replaceAll('"archive.gz"', shown), name).toBe(file.stdout);
    }
  });
});

describe('`trajectory merge` tells', () => {
  const part = (i: number, parts: number, ...args: string[]): Promise<Ended> =>
    check('z', ...args, '--part', `${i}/${parts}`, '--format', 'partial', '--output', `${i}`);
  const message = async (...paths: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(['merge', ...paths], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    return stderr.replace(/^trajectory: /, '').trimEnd();
  };

  it('which part is missing, there twice, unfinished, or not of this run', async () => {
    await part(1, 3);
    await part(2, 3);
    expect(await message('1', '2')).toBe('1: Part 3 of 3 is missing.');
    await part(3, 3);
    expect(await message('1', '3')).toBe('3: Part 2 of 3 is missing.');
    writeFileSync(join(cwd, '2 again'), readFileSync(join(cwd, '2')));
    expect(await message('1', '2', '2 again', '3')).toBe(
      '2 again: Part 2 is also in 2. Name one of the two.',
    );
    await part(3, 3, '--severity', 'hint');
    expect(await message('1', '2', '3')).toBe(
      '3: Made by another version, or with other --as, --severity or --max-problems, than 1. Check all parts alike.',
    );
    await part(3, 4);
    expect(await message('1', '2', '3')).toBe(
      '3: This is one of 4 parts, 1 one of 3. Merge the parts of one run.',
    );
    const whole = readFileSync(join(cwd, '2'), 'utf8');
    writeFileSync(join(cwd, '2'), whole.slice(0, -3));
    expect(await message('1', '2')).toBe('2: Incomplete: this part was not checked to its end.');
    expect(await message('k config.training-config.json')).toBe(
      'k config.training-config.json: Not a partial report. `trajectory check --part I/N --format partial` writes them.',
    );
    const [first] = readFileSync(join(cwd, '1'), 'utf8').replace('"parts":3', '"parts":1').split('\n');
    writeFileSync(join(cwd, 'damaged'), `${first}\n{"type":"file"}\n{"type":"end","files":1}\n`);
    expect(await message('damaged')).toMatch(/^damaged: Not a partial report\./);
    expect(await message('gone')).toBe('gone: No such file or folder.');
    expect(await message('z')).toBe(
      'z: No partial reports in this folder: no name ends with .partial. `trajectory check --part I/N --format partial` writes them.',
    );
  });

  it('that the files changed between the parts', async () => {
    const name = 'growing.trajectories.jsonl';
    folder.write(name, group('1').repeat(20_000));
    const of = (i: number): Promise<Ended> =>
      check(name, '--part', `${i}/2`, '--format', 'partial', '--output', `changed${i}`);
    await of(1);
    appendFileSync(join(cwd, name), group('1'));
    utimesSync(join(cwd, name), 1, 1);
    await of(2);
    const { code, stderr } = await run(['merge', 'changed1', 'changed2'], { cwd });
    expect([code, stderr]).toEqual([
      2,
      'trajectory: changed2: Made of files of another size than changed1: they have changed since, or are others. Check all parts again.\n',
    ]);
    utimesSync(join(cwd, name), 2, 2);
    await of(1);
    const again = await run(['merge', 'changed1', 'changed2'], { cwd });
    expect([again.code, again.stderr]).toEqual([
      2,
      `trajectory: ${name}: The file changed while it was being read. Try again when nothing is writing to it.\n`,
    ]);
  });

  it('that partials and parts belong together', async () => {
    for (const args of [
      ['--part', '1/2'],
      ['--format', 'partial'],
    ])
      expect(await check('z', ...args)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'trajectory: check: --part and --format partial must be used together.\n',
      });
    const input = await check('-', '--part', '1/2', '--format', 'partial');
    expect(input).toEqual({
      code: 2,
      stdout: '',
      stderr: 'trajectory: <stdin>: Standard input cannot be checked in parts.\n',
    });
    const wrong = await Promise.all(['0/2', '3/2', '1', 'a/b'].map((text) => check('z', '--part', text)));
    for (const { code, stderr } of wrong)
      expect([code, stderr.includes('the second of eight parts')]).toEqual([2, true]);
  });
});
