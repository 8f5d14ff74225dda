import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { openFile, snapshotOf } from '../../send/transport/files';
import { changeOf, isSame, knownFile } from '../../server/viewedFiles/fileIdentity';

// As some versions of Node on Windows: a path is on another device than the file that is opened at it.
vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof import('node:fs/promises')>();
  const onAnother = async (...of: Parameters<typeof fs.stat>) => {
    const about = await fs.stat(...of);
    return Object.assign(about, { dev: typeof about.dev === 'bigint' ? about.dev + 1n : about.dev + 1 });
  };
  return { ...fs, stat: onAnother };
});

const folder = mkdtempSync(join(tmpdir(), 'trajectory-devices-'));
const path = join(folder, 'rollouts.trajectories.jsonl');
writeFileSync(path, '{"trajectories": []}\n');
afterAll(() => rmSync(folder, { recursive: true }));

it('A file that is sent from disk has not changed', async () => {
  const file = await snapshotOf(path);
  if ('problem' in file) throw new Error(file.problem);
  const opened = await openFile(file);
  expect(opened).not.toHaveProperty('problem');
  if (!('problem' in opened)) await opened.close();
});

it('A file that a view shows has not changed', async () => {
  const known = await knownFile(path);
  expect(await changeOf(path, known)).toBeNull();
  expect(isSame(await stat(path), known)).toBe(true);
});
