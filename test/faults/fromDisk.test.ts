import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPriorSends, readHistory } from '../../send/journal/priorSends';
import type { Submission } from '../../send/submission';
import { submit } from '../../send/submit';
import { type FileForm, fileSubmission, portsWith, temporaryJournal } from '../send/submissions';
import { type HashingOptions, type HashingServer, hashingServer } from './hashingServer';
import { sendingProgram } from './processes';
import { expectWords } from './words';

/** Much more than the buffers of a connection, so that most of a file is still to be read when the server stops. */
const size = 40_000_000;
const line = `{"trajectories": [{"messages_and_choices": [], "reward": 1, "metadata": "${'x'.repeat(1000)}"}]}\n`;

const program = sendingProgram();
afterAll(() => program.end());

let folder: string;
let path: string;
let temporary: Awaited<ReturnType<typeof temporaryJournal>>;
let server: HashingServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trajectory-disk-'));
  path = join(folder, 'rollouts.trajectories.jsonl');
  writeFileSync(path, line.repeat(Math.ceil(size / line.length)));
  temporary = await temporaryJournal();
});
afterEach(async () => {
  await server.close();
  await temporary.remove();
  rmSync(folder, { recursive: true });
});

/** The request confirmed for the file as it is now, and a server. */
async function confirmed(options: HashingOptions = {}, form: FileForm = 'lines') {
  server = await hashingServer(options);
  return fileSubmission(server.url, path, form);
}

function send(submission: Submission, changes: Parameters<typeof portsWith>[1] = {}) {
  return submit(submission, portsWith(temporary.journal, changes));
}

/** Writes into the file without changing its length. */
function overwrite(text: string, at: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, text, at);
  closeSync(file);
}

function replace(): void {
  writeFileSync(
    `${path}.new`,
    line.replace('"reward": 1', '"reward": 0').repeat(Math.ceil(size / line.length)),
  );
  renameSync(`${path}.new`, path);
}

/** The steps that the journal has of the only request. */
async function steps(): Promise<readonly string[]> {
  return (await temporary.journal.follow().read()).map(({ state }) => state);
}

/** Whether this process has the file open. Only Linux tells. */
function isOpen(): boolean {
  if (process.platform !== 'linux') return false;
  const open = readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      return [readlinkSync(`/proc/self/fd/${one}`)];
    } catch {
      // The entry that lists the folder is gone.
      return [];
    }
  });
  return open.some((one) => one.startsWith(path));
}

describe.each(['as it is', 'lines'] as const)('A file that is sent %s', (form) => {
  it('arrives byte for byte as it was confirmed', async () => {
    const submission = await confirmed({}, form);
    const result = await send(submission);
    expectWords(result, 'Training job');
    expect(await server.next()).toEqual({ ...submission.digest, isWhole: true });
    expect(await steps()).toEqual(['prepared', 'sent', 'accepted']);
    expect(result.entry).toMatchObject({ verbatim: form === 'as it is', ...submission.digest });
  });

  it.each([
    ['changed near its end', () => overwrite('0', size - 30)],
    ['cut short', () => truncateSync(path, size - 1_000_000)],
    ['emptied', () => truncateSync(path, 0)],
  ] as const)('and is %s meanwhile never arrives whole, and the outcome is unknown', async (_, change) => {
    const submission = await confirmed({ onFirstBytes: async () => change() }, form);
    const result = await send(submission);
    const received = await server.next();
    expect(received.isWhole).toBe(false);
    expect(received.bytes).toBeLessThan(submission.digest.bytes);
    expect(result.outcome).toMatchObject({ status: 'unknown', reason: 'document' });
    expectWords(
      result,
      'rollouts.trajectories.jsonl has changed. The request was aborted, so the service has at most a part of it: send it again, when nothing writes to the file.',
    );
    expect(await steps()).toEqual(['prepared', 'sent', 'unknown']);
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['appended to', () => appendFileSync(path, line)],
    ['replaced', replace],
    ['deleted', () => rmSync(path)],
  ] as const)('and is %s meanwhile arrives as it was confirmed', async (_, change) => {
    const submission = await confirmed({ onFirstBytes: async () => change() }, form);
    const { outcome } = await send(submission);
    expect(outcome).toMatchObject({ status: 'accepted' });
    expect(await server.next()).toEqual({ ...submission.digest, isWhole: true });
    expect(isOpen()).toBe(false);
  });

  it.each([
    ['changed', () => overwrite('0', 100), 'has changed. Send it again.'],
    ['appended to', () => appendFileSync(path, line), 'has changed. Send it again.'],
    ['replaced', replace, 'has changed. Send it again.'],
    ['deleted', () => rmSync(path), 'no longer exists.'],
  ] as const)('and was %s since the confirmation is not sent', async (_, change, says) => {
    const submission = await confirmed({}, form);
    change();
    const result = await send(submission);
    expect(result.outcome).toMatchObject({ status: 'failed', reason: 'document' });
    expectWords(result, `Nothing was sent: rollouts.trajectories.jsonl ${says}`);
    expect(await steps()).toEqual(['prepared', 'failed']);
  });

  it('can be cancelled in the middle', async () => {
    const abort = new AbortController();
    const submission = await confirmed({ onFirstBytes: async () => abort.abort() }, form);
    const { outcome } = await send(submission, { signal: abort.signal });
    expect(outcome).toMatchObject({ status: 'unknown', reason: 'cancelled' });
    expect((await server.next()).isWhole).toBe(false);
    expect(isOpen()).toBe(false);
  });

  it('is closed when the service rejects it before its end', async () => {
    const answer = { status: 413, body: '{}' };
    const { outcome } = await send(await confirmed({ answer, isEarly: true }, form));
    expect(outcome).toMatchObject({ status: 'rejected', httpStatus: 413 });
    expect(isOpen()).toBe(false);
  });
});

it('Lines that became more since the confirmation do not complete a request of the confirmed length', async () => {
  // With what is put between lines, the body becomes longer than it was long before its end.
  const onFirstBytes = async (): Promise<void> => overwrite('1\n'.repeat(5_000_000), size - 10_000_000);
  const submission = await confirmed({ onFirstBytes }, 'trajectories in lines');
  const { outcome } = await send(submission);
  expect(outcome).toMatchObject({ status: 'unknown', reason: 'document' });
  expect((await server.next()).isWhole).toBe(false);
});

it('A file that fits into one chunk is compared before any byte leaves', async () => {
  writeFileSync(path, line);
  const submission = await confirmed({}, 'as it is');
  // As if it had been written to within the resolution of its times.
  const other = { ...submission.digest, sha256: '0'.repeat(64) };
  const result = await send({ ...submission, digest: other });
  expect(result.outcome).toMatchObject({ status: 'failed', reason: 'document' });
  expect(await steps()).toEqual(['prepared', 'sent', 'failed']);
});

it('kill -9 in the middle of a file leaves a journal that says: unknown', async () => {
  let first: () => void = () => {};
  const isSending = new Promise<void>((resolve) => {
    first = resolve;
  });
  // The server reads no further, so the process is in the middle of the file when it is killed.
  const submission = await confirmed({
    onFirstBytes: () => {
      first();
      return new Promise(() => {});
    },
  });
  const { journal } = temporary;
  const sending = program.start({ baseUrl: server.url, journal: temporary.folder, file: path });
  await isSending;
  expect((await readHistory(journal.follow()))[0]?.outcome).toEqual({ status: 'sending' });
  await sending.kill();
  expect(await steps()).toEqual(['prepared', 'sent']);
  const [entry] = await readHistory(journal.follow());
  expect(entry).toMatchObject({
    outcome: { status: 'unknown', reason: 'interrupted' },
    ...submission.digest,
  });
  const { earlier, competing } = await findPriorSends(journal.follow(), submission);
  expect([earlier.length, competing]).toEqual([1, null]);
  // The user knows nothing of it yet: it is not sent a second time.
  expect((await send(submission)).outcome).toMatchObject({ status: 'failed', reason: 'busy' });
});
