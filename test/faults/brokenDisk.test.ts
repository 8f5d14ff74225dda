import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { submit } from '../../send/submit';
import { fileSubmission, portsWith, temporaryJournal } from '../send/submissions';
import { httpResponse, rawServer } from './rawServer';

/** Files that are opened from now on, with other methods. No disk of a test machine hangs or fails on request. */
let broken: (opened: FileHandle) => Partial<FileHandle> = () => ({});

vi.mock('../../send/transport/files', async (load) => {
  const files = await load<typeof import('../../send/transport/files')>();
  const openFile: typeof files.openFile = async (file) => {
    const opened = await files.openFile(file);
    if ('problem' in opened) return opened;
    const replaced = broken(opened);
    return new Proxy(opened, {
      get(target, name) {
        const value = Reflect.get(replaced, name) ?? Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return { ...files, openFile };
});

const jobId = '8c5f1c0e-3f0b-4a52-9a57-2f4f2f1d8b11';
let folder: string;
let path: string;
let temporary: Awaited<ReturnType<typeof temporaryJournal>>;

beforeEach(async () => {
  broken = () => ({});
  folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
  path = join(folder, 'rollouts.trajectories.jsonl');
  writeFileSync(path, '{"trajectories": [{"messages_and_choices": [], "reward": 1}]}\n');
  temporary = await temporaryJournal();
});
afterEach(async () => {
  await temporary.remove();
  rmSync(folder, { recursive: true });
});

const states = async () => (await temporary.journal.follow().read()).map(({ state }) => state);

it('A file that cannot be closed does not hide what the service has answered', async () => {
  const server = await rawServer(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse('201 Created', `{"id": "${jobId}"}`));
  });
  const submission = await fileSubmission(`http://127.0.0.1:${server.port}`, path, 'lines');
  broken = (opened) => ({
    close: async () => {
      await opened.close();
      throw new Error('EIO: i/o error, close');
    },
  });
  const { outcome } = await submit(submission, portsWith(temporary.journal));
  expect(outcome).toMatchObject({ status: 'accepted', jobId });
  expect(await states()).toEqual(['prepared', 'sent', 'accepted']);
  await server.close();
});

it('A request whose file hangs ends when the user cancels it', async () => {
  const server = await rawServer(() => {});
  const submission = await fileSubmission(`http://127.0.0.1:${server.port}`, path, 'as it is');
  const abort = new AbortController();
  const hangs = () => new Promise<never>(() => {});
  let files = 0;
  broken = (opened) => {
    files++;
    return {
      read: () => {
        abort.abort();
        return hangs();
      },
      // As Node does, closing waits for the read.
      close: () => opened.close().then(hangs),
    };
  };
  const { outcome } = await submit(submission, portsWith(temporary.journal, { signal: abort.signal }));
  expect(files).toBeGreaterThan(0);
  expect(['cancelled', 'unknown']).toContain(outcome.status);
  expect((await states()).at(-1)).toBe(outcome.status);
  await server.close();
});
