import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { alone } from '../../../client/service/alone';
import { processIdentity } from '../../../send/journal/processes';
import { temporaryFolder } from '../../vscode/processes.mjs';

describe('A task that one process does at a time', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  beforeEach(async () => {
    folder = await temporaryFolder('trajectory-alone-');
    file = join(folder.path, 'start');
  });
  afterEach(() => folder.remove());

  it('is done, and leaves no file', async () => {
    expect(await alone(file, async () => existsSync(file))).toEqual({ result: true });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('needs no folder', async () => {
    expect(await alone(join(folder.path, 'new', 'start'), async () => 'done')).toEqual({ result: 'done' });
  });

  it('is not done while it is being done', async () => {
    expect(await alone(file, () => alone(file, async () => 'twice'))).toEqual({ result: null });
  });

  it('leaves no file when it fails', async () => {
    await expect(alone(file, () => Promise.reject(new Error('no port')))).rejects.toThrow('no port');
    expect(readdirSync(folder.path)).toEqual([]);
  });

  const ended = { ...processIdentity(process.pid), ticks: 1, started: '2001-01-01T00:00:00.000Z' };
  it('is done despite the file of a process that has ended', async () => {
    writeFileSync(file, JSON.stringify(ended));
    expect(await alone(file, async () => 'done')).toEqual({ result: 'done' });
  });

  it('is done despite the file of a crash, once nobody can be writing it', async () => {
    writeFileSync(file, '{"proc');
    expect(await alone(file, async () => 'done')).toBe(null);
    const earlier = Date.now() / 1000 - 60;
    utimesSync(file, earlier, earlier);
    expect(await alone(file, async () => 'done')).toEqual({ result: 'done' });
  });

  it('is done if a process has long had the file, because that may be another one with the same id', async () => {
    writeFileSync(file, JSON.stringify(processIdentity(process.pid)));
    expect(await alone(file, async () => 'done')).toBe(null);
    utimesSync(file, 0, 0);
    expect(await alone(file, async () => 'done')).toEqual({ result: 'done' });
  });

  it.each([
    ['', null],
    [', despite the file of a process that has ended', JSON.stringify(ended)],
  ])('is done by one of several that begin at once%s', async (_, left) => {
    if (left !== null) writeFileSync(file, left);
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    let others = 0;
    const count = 8;
    const begun = Array.from({ length: count }, async () => {
      const done = await alone(file, () => isOver);
      if (done === null && ++others === count - 1) end();
      return done;
    });
    expect((await Promise.all(begun)).filter((one) => one !== null)).toHaveLength(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
