import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunningService, useService } from './child';
import { JOBS, logBody, logPath, type Reply, send } from './sending';

const service = useService();
const MODEL = '3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d';
const ROUNDS = 5;
const SENDERS = 4;
const GROUPS = 8;
/** Requests of two megabytes are written in several pieces, so that a kill can fall between them. */
const PADDING = `[${Array.from({ length: 60 }, () => `"${'p'.repeat(4000)}"`)}]`;

describe('after kill -9 under load and a restart', () => {
  it('every line is whole, every answered request is there, and every other is there whole or not at all', async () => {
    const data = service.folder('killed');
    const answered = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = await service.start(data);
      const senders = Array.from({ length: SENDERS }, (_, sender) =>
        logUntilKilled(running, `${round}-${sender}`, answered),
      );
      await answersBeyond(answered, answered.size + 1 + round);
      expect(await running.end('SIGKILL')).toBe('SIGKILL');
      await Promise.all(senders);
    }
    const running = await service.start(data);
    const found = readRequests(join(data, 'models', 'm', 'train.trajectories.jsonl'));
    expect(answered.size).toBeGreaterThan(ROUNDS);
    expect([...answered].filter((name) => !found.has(name))).toEqual([]);
    expect(new Set(found.values())).toEqual(new Set([GROUPS]));
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('every training job that was answered is there, and every one that is there is whole', async () => {
    const data = service.folder('killed-jobs');
    const body = `{"model_id": "${MODEL}", "trajectory_groups": [{"trajectories": [], "logs": ${PADDING}}]}`;
    const answered = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const running = await service.start(data);
      const senders = Array.from({ length: SENDERS }, () => createUntilKilled(running, body, answered));
      await answersBeyond(answered, answered.size + 2);
      await running.end('SIGKILL');
      await Promise.all(senders);
    }
    const running = await service.start(data);
    const kept = readdirSync(join(data, 'training-jobs'));
    expect(kept).toEqual(expect.arrayContaining([...answered].map((id) => `${id}.json`)));
    for (const name of kept)
      expect(readFileSync(join(data, 'training-jobs', name), 'utf8') === body).toBe(true);
    await running.end('SIGTERM');
  });
});

describe('what an interrupted process left is mended at the start', () => {
  const whole = '{"trajectories":[]}\n';
  const cases = [
    [
      'lines of a request that did not finish',
      `${whole}{"a":1}\n{"b":`,
      `${whole.length}\n`,
      whole,
      '{"a":1}\n{"b":',
    ],
    ['an append that had not begun', whole, `${whole.length}\n`, whole, null],
    ['an announcement that is not whole', whole, '1', whole, null],
    ['an announcement for a file that was since shortened', whole, '999\n', whole, null],
    ['a torn last line without an announcement', `${whole}{"tor`, null, whole, '{"tor'],
    ['a torn only line', '{"tor', null, '', '{"tor'],
    ['half a character', Buffer.from('"é"').subarray(0, 2).toString('latin1'), null, '', '"Ã'],
    [
      'a last line without its line break, as some editors save it',
      `${whole}{"a":1}`,
      null,
      `${whole}{"a":1}\n`,
      null,
    ],
    [
      'a torn line longer than one look back',
      `${whole}"${'x'.repeat(200_000)}`,
      null,
      whole,
      `"${'x'.repeat(200_000)}`,
    ],
  ] as const;

  it.each(cases)('%s', async (name, before, announcement, after, torn) => {
    const data = service.folder(name);
    const folder = join(data, 'models', 'm');
    const file = join(folder, 'train.trajectories.jsonl');
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, before, 'latin1');
    if (announcement !== null) writeFileSync(`${file}.appending`, announcement);
    const running = await service.start(data);
    expect(readFileSync(file, 'latin1') === after).toBe(true);
    expect(existsSync(`${file}.appending`)).toBe(false);
    expect(existsSync(`${file}.torn`) ? readFileSync(`${file}.torn`, 'latin1') : null).toEqual(
      torn === null ? null : `${torn}\n`,
    );
    expect(running.notes().includes('.torn')).toBe(torn !== null);
    await send(running.url, logPath('m'), { body: logBody('train', '{"next": 1}') });
    expect(readFileSync(file, 'latin1') === `${after}{"next": 1}\n`).toBe(true);
    await running.end('SIGTERM');
  });

  it('a training job that was not finished is no job', async () => {
    const data = service.folder('unfinished-job');
    mkdirSync(join(data, 'training-jobs'), { recursive: true });
    writeFileSync(join(data, 'training-jobs', `${MODEL}.json.unfinished`), '{"model');
    const running = await service.start(data);
    expect(readdirSync(join(data, 'training-jobs'))).toEqual([]);
    await running.end('SIGTERM');
  });
});

it('puts a line break after the last line before it appends, when someone took it away meanwhile', async () => {
  const data = service.folder('edited');
  const running = await service.start(data);
  const log = (group: string) => send(running.url, logPath('m'), { body: logBody('train', group) });
  await log('{"a": 1}');
  const file = join(data, 'models', 'm', 'train.trajectories.jsonl');
  writeFileSync(file, '{"edited": 1}');
  await log('{"b": 1}');
  expect(readFileSync(file, 'utf8')).toBe('{"edited": 1}\n{"b": 1}\n');
});

/** Logs one request after the other until the connection breaks; `answered` gets the names of the answered. */
async function logUntilKilled({ url }: RunningService, sender: string, answered: Set<string>): Promise<void> {
  for (let count = 0; ; count += 1) {
    const name = `${sender}-${count}`;
    const groups = Array.from(
      { length: GROUPS },
      () => `{"trajectories": [], "request": "${name}", "logs": ${PADDING}}`,
    );
    const reply = await sendOrLose(url, logPath('m'), logBody('train', ...groups));
    if (reply === null) return;
    expect(reply.status).toBe(200);
    answered.add(name);
  }
}

async function createUntilKilled(
  { url }: RunningService,
  body: string,
  answered: Set<string>,
): Promise<void> {
  for (;;) {
    const reply = await sendOrLose(url, JOBS, body);
    if (reply === null) return;
    answered.add((reply.json as { id: string }).id);
  }
}

function sendOrLose(url: string, path: string, body: string): Promise<Reply | null> {
  return send(url, path, { body }).catch(() => null);
}

async function answersBeyond(answered: Set<string>, count: number): Promise<void> {
  while (answered.size < count) await new Promise((resolve) => setImmediate(resolve));
}

/** The requests whose groups are in a file, and how many groups of each. Throws on a line that is no JSON. */
function readRequests(file: string): Map<string, number> {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const found = new Map<string, number>();
  for (const line of text.slice(0, -1).split('\n')) {
    const { request } = JSON.parse(line) as { request: string };
    found.set(request, (found.get(request) ?? 0) + 1);
  }
  return found;
}
