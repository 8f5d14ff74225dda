import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exited, run, startProgram, type useFolder } from '../program';

/**
 * Kills `fix` at random moments, and expects the old or the new file each time. Half of the moments are spread over the
 * whole run, the others over its end, where the file is written.
 */
export async function killFix(folder: ReturnType<typeof useFolder>, times: number): Promise<number> {
  const trajectory = '{"messages_and_choices": [{"role": "user", "content": 1}], "reward": "0.5"}';
  const content = `{"split": "a", "trajectory_groups": [{"trajectories": [${`${trajectory},\n`.repeat(4_000)}{}]}]}`;
  const original = folder.write('original.json', content);
  const path = join(folder.path, 'a.trajectory.json');
  copyFileSync(original, path);
  const began = performance.now();
  await run(['fix', path]);
  const duration = performance.now() - began;
  const fixed = readFileSync(path, 'utf8');
  expect(fixed).not.toBe(content);
  let replaced = 0;
  for (let i = 0; i < times; i++) {
    copyFileSync(original, path);
    const child = startProgram(['fix', path], { stdio: 'ignore' });
    const share = i % 2 === 0 ? Math.random() : 0.75 + Math.random() / 4;
    setTimeout(() => child.kill('SIGKILL'), share * duration);
    await exited(child);
    const now = readFileSync(path, 'utf8');
    expect(now === content || now === fixed).toBe(true);
    if (now === fixed) replaced++;
    for (const name of readdirSync(folder.path)) if (name.endsWith('.tmp')) rmSync(join(folder.path, name));
  }
  return replaced;
}
