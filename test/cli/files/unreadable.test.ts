import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { standardInput } from '../../../cli/files/inputs';
import { openBytes } from '../../../cli/files/readBytes';
import { readDocument } from '../../../cli/files/readDocument';
import { program, run, useFolder } from '../program';

const folder = useFolder();
const bytes = (...list: number[]) => Uint8Array.from(list);
const good = folder.write(
  'good.trajectory.json',
  '{"split": 1, "trajectory_groups": [{"trajectories": [{}]}]}',
);
const lines = '{"trajectories": [{}]}\n'.repeat(1000);

/** Runs `check` on a file and on a good one, which must be checked in any case. */
async function refusal(path: string, input?: Uint8Array): Promise<string> {
  const { code, stdout, stderr } = await run(['check', path, good], input === undefined ? {} : { input });
  expect(stdout).toContain('split must be a string');
  expect(code).toBe(2);
  const [line, ...more] = stderr.trimEnd().split('\n');
  expect(more).toEqual([]);
  const start = `trajectory: ${path === '-' ? '<stdin>' : path}: `;
  expect(line!.slice(0, start.length)).toBe(start);
  return line!.slice(start.length);
}

describe('A file that cannot be read is named with one reason, and the others are checked', () => {
  const archive = gzipSync(lines);
  const files: readonly (readonly [
    what: string,
    name: string,
    content: Uint8Array | string,
    message: string,
  ])[] = [
    [
      'UTF-16',
      'a.trajectory.json',
      Buffer.from('\ufeff{}', 'utf16le'),
      'Encoded in UTF-16, but JSON is UTF-8. Convert it with `iconv -f UTF-16 -t UTF-8`.',
    ],
    [
      'UTF-32',
      'h.trajectory.json',
      new Uint8Array(Uint32Array.from('\ufeff{}', (character) => character.charCodeAt(0)).buffer),
      'Encoded in UTF-32, but JSON is UTF-8. Convert it with `iconv -f UTF-32 -t UTF-8`.',
    ],
    [
      'UTF-16 without a mark',
      'b.trajectory.json',
      Buffer.from(lines, 'utf16le'),
      'Encoded in UTF-16, but JSON is UTF-8. Convert it with `iconv -f UTF-16 -t UTF-8`.',
    ],
    [
      'Latin 1',
      'c.trajectory.json',
      Buffer.from('{"split":\n"caf\u00e9"}', 'latin1'),
      'Not valid UTF-8: byte 0xE9 on line 2.',
    ],
    [
      'UTF-8 that was cut off',
      'd.trajectory.json',
      Buffer.from('{"split": "€"}').subarray(0, 13),
      'Not valid UTF-8: byte 0xE2 on line 1.',
    ],
    ['binary data', 'e.trajectory.json', bytes(0, 1, 2, 3, 4, 5, 0, 0), 'This is binary data, not text.'],
    [
      'Parquet',
      'f.trajectories.jsonl',
      Buffer.from('PAR1\u0015\u0004\u0015\u0000\u0000'),
      'This is a Parquet file, not text.',
    ],
    [
      'a cut archive',
      'g.trajectories.jsonl.gz',
      archive.subarray(0, archive.length / 2),
      'Truncated gzip archive.',
    ],
    [
      'a damaged archive',
      'h.trajectories.jsonl.gz',
      Uint8Array.from(archive, (b, i) => (i === 40 ? b ^ 255 : b)),
      'Damaged gzip archive.',
    ],
    ['no archive', 'i.trajectories.jsonl.gz', lines, 'Not a gzip archive, despite its name.'],
    ['an empty file', 'k.trajectory.json', '', 'The file is empty.'],
    ['an empty file of another name', 'l.json', '', 'The file is empty.'],
    ['white space', 'm.trajectory.json', ' \t\r\n'.repeat(500_000), 'The file is empty.'],
    ['white space behind a byte order mark', 'n.training-config.json', '\ufeff\n', 'The file is empty.'],
    [
      'another name',
      'j.json',
      '{"reward": 1}',
      'Not named like a trajectory file. No trajectories found at its beginning. Specify its language with --as trajectory|training-config|trajectory-jsonl.',
    ],
  ];
  it.each(files)('%s', async (_, name, content, message) => {
    expect(await refusal(folder.write(name, content))).toBe(message);
  });

  it('endless binary input', async () => {
    expect(await refusal('-', new Uint8Array(10_000_000))).toBe('This is binary data, not text.');
  });

  it.skipIf(process.platform === 'win32')('a pipe and a device, which may never end', async () => {
    const pipe = join(folder.path, 'pipe.trajectory.json');
    execFileSync('mkfifo', [pipe]);
    const message =
      'This is not a regular file. To read its content, redirect it to standard input: `- < FILE`.';
    expect(await refusal(pipe)).toBe(message);
    expect(await refusal('/dev/zero')).toBe(message);
    unlinkSync(pipe);
  });

  it('a file that is not there, a pattern without matches, and a folder without trajectory files', async () => {
    mkdirSync(join(folder.path, 'empty'));
    const { code, stderr } = await run(['check', 'gone.json', 'gone/*.jsonl', 'empty'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(stderr.split('\n')).toEqual([
      'trajectory: gone.json: No such file or folder.',
      'trajectory: gone/*.jsonl: No files match this pattern.',
      expect.stringMatching(/^trajectory: empty: No trajectory files or training configs in this folder/),
      '',
    ]);
  });
});

it.skipIf(process.platform !== 'linux')('A name that is not UTF-8 is not just called missing', async () => {
  folder.write('names/good.trajectory.json', '{}');
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder.path}/names/`), bytes(0xff), Buffer.from('.trajectory.json')]),
    '{}',
  );
  const { stderr } = await run(['check', join(folder.path, 'names')]);
  expect(stderr).toMatch(/: No such file or folder\. If it is there, its name is not UTF-8: rename it\.\n$/);
});

it.each(['', '\n\n', '\ufeff \r\n'])('A blank file of JSON Lines has nothing to send: %j', async (blank) => {
  const { code, stdout } = await run(['check', folder.write('blank.trajectories.jsonl', blank)]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/:1:1: information: There is no trajectory group to send\. \[nothing-to-send\]\n/),
  ]);
});

it.skipIf(process.platform === 'win32')('Many such files do not use up the open files of a process', () => {
  for (let i = 0; i < 100; i++) folder.write(`many/${i}.trajectory.json`, Uint8Array.of(0, 1, 2, 3));
  const command = 'ulimit -n 64; exec "$0" "$@"';
  const args = ['-c', command, process.execPath, program, 'check', join(folder.path, 'many')];
  const { stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  expect(stderr.match(/This is binary data, not text\./g)).toHaveLength(100);
});

it('A file that is too long by its size is not read; that of an archive tells nothing', async () => {
  const [path, archive] = [
    folder.write('long.trajectories.jsonl', lines),
    folder.write('long.trajectories.jsonl.gz', gzipSync(lines)),
  ];
  const read = (file: string, size: number) => readDocument({ shown: file, path: file, size }, {});
  expect(await read(path, 3_000_000_004)).toEqual({
    message: 'Longer than 1,000,000,000 characters. Split it into smaller files.',
  });
  for (const source of [await read(path, 3_000_000_003), await read(archive, 3_000_000_004)])
    expect(source).toMatchObject({ text: { length: lines.length } });
});

describe('While it is read', () => {
  it('a file that grows is rejected: a half-written file would show false problems', async () => {
    const path = folder.write('growing.trajectories.jsonl', lines.repeat(100));
    const input = { shown: path, path, size: 0 };
    let blocks = 0;
    const onBytes = () => {
      if (blocks++ === 0) appendFileSync(path, lines);
    };
    expect(await readDocument(input, { onBytes })).toEqual({
      message: 'The file changed while it was being read. Try again when nothing is writing to it.',
    });
  });

  it('a file that is gone since it was found says so', async () => {
    const input = { shown: 'a', path: join(folder.path, 'gone.trajectory.json'), size: 10 };
    expect(await readDocument(input, {})).toEqual({ message: 'The file no longer exists.' });
  });
});

describe('What is readable', () => {
  it('a byte order mark and a cut in any character do not matter', async () => {
    const content = '\ufeff{"split": "é€😀", "trajectory_groups": []}';
    const path = folder.write('mark.trajectory.json', content);
    const source = await readDocument({ shown: path, path, size: 0 }, {});
    expect(source).toMatchObject({
      hasByteOrderMark: true,
      language: 'trajectory',
      text: { length: content.length - 1 },
    });
  });

  it('a compressed file has the name of its content', async () => {
    const path = folder.write('rollouts.trajectories.jsonl.gz', gzipSync(lines));
    const source = await readDocument({ shown: path, path, size: 0 }, {});
    expect(source).toMatchObject({ name: 'rollouts.trajectories.jsonl', language: 'trajectory-jsonl' });
  });

  it('a small file needs a small buffer', async () => {
    const path = folder.write('small.trajectory.json', '{}');
    const content = await openBytes({ ...standardInput, path }, () => undefined);
    const sizes: number[] = [];
    for await (const block of content.blocks) sizes.push(block.buffer.byteLength);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(100_000);
  });

  it('an empty file has no bytes', async () => {
    const path = folder.write('empty.trajectory.json', '');
    const blocks: Uint8Array[] = [];
    const content = await openBytes({ ...standardInput, path }, () => undefined);
    for await (const block of content.blocks) blocks.push(block);
    expect(blocks).toEqual([]);
  });
});
