import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { hashingServer } from '../../faults/hashingServer';
import { exited, startProgram, useFolder } from '../program';

const folder = useFolder();
const group = `{"trajectories": [{"messages_and_choices": [{"role": "user", "content": "é${'word '.repeat(400)}"}], "reward": 1}]}`;
const megabyte = 1_000_000;

/** Writes a file of about a size: JSON Lines, or one log request. */
function write(name: string, size: number): string {
  const path = join(folder.path, name);
  const file = openSync(path, 'w');
  const isLines = name.endsWith('.jsonl');
  const separator = isLines ? '\n' : ', ';
  if (!isLines) writeSync(file, '{"split": "s", "trajectory_groups": [');
  const block = `${group}${separator}`.repeat(1000);
  for (let written = 0; written < size; ) written += writeSync(file, block);
  writeSync(file, isLines ? '' : `${group}]}`);
  closeSync(file);
  return path;
}

/** The SHA-256 of the request that is made of a file, computed in another way. */
async function expectedHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  if (!path.endsWith('.jsonl')) {
    for await (const block of createReadStream(path)) hash.update(block as Buffer);
    return hash.digest('hex');
  }
  let start = '{"split":"s","trajectory_groups":[';
  for await (const line of createInterface({ input: createReadStream(path) })) {
    hash.update(start + line);
    start = ',';
  }
  return hash.update(']}').digest('hex');
}

/** Sends a file with the program. Returns the most memory that it took until the whole body had arrived. */
async function peakOf(path: string): Promise<number> {
  let peak = 0;
  const onWhole = (): void => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
  };
  const server = await hashingServer({ onWhole });
  const env = {
    XDG_STATE_HOME: join(folder.path, 'state'),
    TRAJECTORY_URL: server.url,
    TRAJECTORY_TOKEN: 'a-token',
  };
  const args = ['log', path, '--model-id', 'm', '--yes', '--again'];
  const split = path.endsWith('.jsonl') ? ['--split', 's'] : [];
  const child = startProgram([...args, ...split], { env, stdio: 'ignore' });
  const received = await server.next();
  expect(await exited(child)).toBe(0);
  expect(received).toMatchObject({ isWhole: true, sha256: await expectedHash(path) });
  await server.close();
  return peak;
}

describe.skipIf(process.platform !== 'linux')('The memory of `trajectory log`', () => {
  it.each(['a.trajectories.jsonl', 'a.trajectory.json'])(
    'does not depend on the size of the file: %s',
    async (name) => {
      const peaks: number[] = [];
      for (const size of [60, 500]) peaks.push(await peakOf(write(name, size * megabyte)));
      const [small, large] = peaks.map((peak) => Math.round(peak / megabyte));
      console.log(`${name}: at most ${small} MB of memory for 60 MB, ${large} MB for 500 MB`);
      expect(large).toBeLessThan(300);
      expect(large! - small!).toBeLessThan(100);
    },
  );
});
