import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { program } from '../cli/program';
import { type Cluster, startCluster } from './slurm';

const run = promisify(execFile);
const scripts = resolve(import.meta.dirname, '../../docs/scale');
const maxBuffer = 2 ** 28;
const parts = 5;
/** Time limit in ms for a cluster that does not start. */
const patience = 5 * 60_000;

/** As on a cluster: `trajectory` is found by its name, and the files are in a folder that all parts see. */
const folder = mkdtempSync(join(tmpdir(), 'trajectory-scale-'));
const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
/** What one check says. */
let expected: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'bin'));
  symlinkSync(program, join(folder, 'bin/trajectory'));
  mkdirSync(join(folder, 'all runs'));
  const write = (name: string, text: string) => writeFileSync(join(folder, 'all runs', name), text);
  write('a.trajectories.jsonl', lines(20_000));
  write("b's.trajectories.jsonl", lines(10_000));
  for (let i = 0; i < 10; i++)
    write(`${i}.trajectory.json`, `{"split": "train", "trajectory_groups": [${lineOf(i)}]}`);
  const whole = ['check', 'all runs', '--format', 'json', '--exit-zero'];
  expected = (await run('trajectory', whole, { cwd: folder, env, maxBuffer })).stdout;
  expect(JSON.parse(expected).totals.error).toBeGreaterThan(1000);
});

afterAll(() => rmSync(folder, { recursive: true }));

function lines(count: number): string {
  return Array.from({ length: count }, (_, i) => `${lineOf(i)}\n`).join('');
}

/** A group. One in seven has a problem; one in 1,001 is not JSON. */
function lineOf(i: number): string {
  const reward = i % 7 === 3 ? `"${i}"` : i;
  const message = JSON.stringify({ role: 'assistant', content: `answer ${i}`.repeat(10) });
  return `{"trajectories": [{"messages_and_choices": [${message}], "reward": ${reward}}${i % 1001 === 5 ? '' : ']'}}`;
}

async function merged(partials: string): Promise<string> {
  const args = ['merge', '--format', 'json', '--exit-zero', partials];
  return (await run('trajectory', args, { cwd: folder, env, maxBuffer })).stdout;
}

describe('The parts of a check make the report of one check', () => {
  it('with GNU parallel', async () => {
    const args = [String(parts), 'partials of parallel', 'all runs'];
    const ended = await run(join(scripts, 'parallel.sh'), args, {
      cwd: folder,
      env: { ...env, FORMAT: 'json' },
      maxBuffer,
    }).catch((error: { code: number; stdout: string; stderr: string }) => error);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.stdout).toBe(expected);
  });

  describe('with a Slurm job array', () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(mkdtempSync(join(folder, 'slurm-')));
      await vi.waitFor(async () => expect(await cluster.nodeState()).toBe('idle'), {
        timeout: patience,
        interval: 200,
      });
    });
    afterAll(() => cluster?.close());

    it('of one task per part', async () => {
      const args = [
        '--wait',
        `--array=1-${parts}`,
        join(scripts, 'slurm.sh'),
        'partials of slurm',
        'all runs',
      ];
      const { stderr } = await run('sbatch', args, { cwd: folder, env: { ...cluster.env, PATH: env.PATH } });
      expect(stderr).toBe('');
      expect(await merged('partials of slurm')).toBe(expected);
    });
  });
});
