import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../../send/journal/journal';
import { readHistory } from '../../../send/journal/priorSends';
import { type HashingOptions, type HashingServer, hashingServer } from '../../faults/hashingServer';
import { exited, run, startProgram, useFolder } from '../program';

const folder = useFolder();
let server: HashingServer | undefined;
afterEach(() => server?.close());

const trajectory = (reward: string) =>
  `{"messages_and_choices": [{"role": "assistant", "content": "é${'word '.repeat(200)}"}], "reward": ${reward}}`;
const group = (reward: string) => `{"trajectories": [${trajectory(reward)}]}`;
/** Enough for more than 50 MB. */
const count = 53_000;
const lines = (items: readonly string[]) => `${items.join('\n')}\n`;
const groups = Array.from({ length: count }, () => group('1'));

/** A journal of its own for each test. */
async function inState(name: string, options: HashingOptions = {}) {
  server = await hashingServer(options);
  const env = {
    XDG_STATE_HOME: join(folder.path, name),
    TRAJECTORY_URL: server.url,
    TRAJECTORY_TOKEN: 'a-token',
  };
  return { server, how: { cwd: folder.path, env } };
}

function digestOf(text: string) {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), isWhole: true };
}

const args = ['--model-id', 'm', '--split', 's', '--yes'];

describe('A file above 50 MB', () => {
  it('of JSON Lines is joined while it is sent, and sent once', async () => {
    folder.write('a.trajectories.jsonl', lines(groups));
    const { server, how } = await inState('lines');
    const { code, stderr } = await run(['log', 'a.trajectories.jsonl', ...args], how);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^Document: a\.trajectories\.jsonl \(\d+\.\d MB, sent from disk\)\n/),
    ]);
    expect(stderr).toContain('Content: 53,000 groups, 53,000 trajectories, ');
    const body = `{"split":"s","trajectory_groups":[${groups.join(',')}]}`;
    expect(await server.next()).toEqual(digestOf(body));
    const again = await run(['log', 'a.trajectories.jsonl', ...args], how);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('add --again')]);
  });

  it('of one request is sent as it is, and its bytes are those on disk', async () => {
    const path = folder.write(
      'a.trajectory.json',
      `{"split": "s", "trajectory_groups": [${groups.join(',\n')}]}\n`,
    );
    const { server, how } = await inState('request');
    const { code } = await run(['log', 'a.trajectory.json', '--model-id', 'm', '--yes'], how);
    expect(code).toBe(0);
    expect(await server.next()).toEqual(digestOf(readFileSync(path, 'utf8')));
  });

  it('is checked first, and what the service rejects is reported with its line', async () => {
    folder.write('wrong.trajectories.jsonl', lines(['', ...groups, '', group('"high"')]));
    const loc = ['body', 'trajectory_groups', count, 'trajectories', 0, 'reward'];
    const detail = [
      { loc, msg: 'Input should be a number', type: 'number' },
      { loc: ['body', 'split'], msg: 'Unknown split', type: 'split' },
    ];
    const { how } = await inState('wrong', { answer: { status: 422, body: JSON.stringify({ detail }) } });
    const held = await run(['log', 'wrong.trajectories.jsonl', ...args], how);
    expect([held.code, held.stderr]).toEqual([2, expect.stringContaining('Problems: 1 error\n')]);
    expect(held.stderr).toContain('add --allow-errors');
    const { code, stderr } = await run(['log', 'wrong.trajectories.jsonl', ...args, '--allow-errors'], how);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        `wrong.trajectories.jsonl:${count + 3}: error: ${loc.join('.')}: Input should be a number [number]\n`,
      ),
    ]);
    expect(stderr).toContain('wrong.trajectories.jsonl: error: body.split: Unknown split [split]\n');
  });

  it.skipIf(process.platform === 'win32')(
    'was sent, also if two interrupts come while the lines of its errors are looked for',
    async () => {
      const path = folder.write('late.trajectories.jsonl', lines(groups));
      const detail = [{ loc: ['body', 'trajectory_groups', 1, 'trajectories'], msg: 'Bad', type: 'bad' }];
      const { server, how } = await inState('late', {
        answer: { status: 422, body: JSON.stringify({ detail }) },
        // A pipe that is read as long as something is written to it.
        onWhole: () => {
          rmSync(path);
          spawnSync('mkfifo', [path]);
        },
      });
      const endless = function* (): Generator<string> {
        for (;;) yield '\n'.repeat(65_536);
      };
      const child = startProgram(['log', 'late.trajectories.jsonl', ...args], how);
      await server.next();
      const writer = await open(path, 'w');
      const written = pipeline(endless, writer.createWriteStream()).catch((error: unknown) => error);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) child.kill(signal);
      expect(await exited(child)).toBe(1);
      expect(await written).toMatchObject({ code: 'EPIPE' });
    },
  );

  it('with syntax errors in its lines is not sent', async () => {
    folder.write('broken.trajectories.jsonl', lines([...groups, '{"trajectories": [']));
    const { how } = await inState('broken');
    const { code, stderr } = await run(['log', 'broken.trajectories.jsonl', ...args, '--allow-errors'], how);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('because it has syntax errors. Fix them first'),
    ]);
  });

  it('has the name of the link that leads to it', async () => {
    const long = `{"trajectories": [{"metadata": {"notes": "${'x'.repeat(1_100_000)}"}, "reward": 1}]}`;
    folder.write('blobs/5f2c', lines([long, ...groups]));
    symlinkSync('blobs/5f2c', join(folder.path, 'linked.trajectories.jsonl'));
    const { server, how } = await inState('linked');
    const { code, stderr } = await run(['log', 'linked.trajectories.jsonl', ...args], how);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Content: 53,001 groups')]);
    expect(await server.next()).toMatchObject({ isWhole: true });
  });

  it('that cannot be read is refused in a sentence', async () => {
    const path = folder.write('not.trajectories.jsonl.gz', '');
    truncateSync(path, 60_000_000);
    const { how } = await inState('not');
    const { code, stderr } = await run(['log', 'not.trajectories.jsonl.gz', ...args], how);
    expect([code, stderr]).toEqual([
      2,
      'trajectory: not.trajectories.jsonl.gz: Not a gzip archive, despite its name.\n',
    ]);
  });

  it('that shows no sign of trajectories is refused, with the option that tells what it is', async () => {
    folder.write('other.json', `{"foo": 1${' '.repeat(51_000_000)}}`);
    const { how } = await inState('other');
    const { code, stderr } = await run(['log', 'other.json', ...args], how);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Specify its language with --as ')]);
  });

  it('that is cut short while it is sent ends in an outcome that is unknown', async () => {
    const path = folder.write('cut.trajectories.jsonl', lines(groups));
    const { server, how } = await inState('cut', { onFirstBytes: async () => truncateSync(path, 1_000_000) });
    const { code, stderr } = await run(['log', 'cut.trajectories.jsonl', ...args], how);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('cut.trajectories.jsonl has changed. The request was aborted'),
    ]);
    expect(stderr).toContain('Most likely that part has had no effect, but only the service knows.');
    expect((await server.next()).isWhole).toBe(false);
  });

  it('leaves a true history if the program is killed while it is sent', async () => {
    folder.write('killed.trajectories.jsonl', lines(groups));
    let first: () => void = () => {};
    const isSending = new Promise<void>((resolve) => {
      first = resolve;
    });
    const { server, how } = await inState('killed', {
      onFirstBytes: () => {
        first();
        return new Promise(() => {});
      },
    });
    const child = startProgram(['log', 'killed.trajectories.jsonl', ...args], { ...how, stdio: 'ignore' });
    await isSending;
    child.kill('SIGKILL');
    expect(await exited(child)).toBe('SIGKILL');
    const journal = openJournal(join(how.env.XDG_STATE_HOME, 'trajectory/journal'));
    const [entry] = await readHistory(journal.follow());
    expect(entry?.outcome).toMatchObject({ status: 'unknown', reason: 'interrupted' });
    await server.close();
    const again = await run(['log', 'killed.trajectories.jsonl', ...args], how);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('may have arrived')]);
  });
});
