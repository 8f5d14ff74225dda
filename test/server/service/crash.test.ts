import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunningService, useService } from './child';
import { jobsPath, logBody, logPath, type Reply, send } from './sending';

const service = useService();
const modelId = '3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d';
const rounds = 5;
const senderCount = 4;
const groupCount = 8;
/** Makes requests of 2 MB, which are written in several pieces, so that a kill can fall between them. */
const padding = `[${Array.from({ length: 60 }, () => `"${'p'.repeat(4000)}"`)}]`;

describe('after kill -9 under load and a restart', () => {
  it('every answered request is stored, and unfinished ones do not corrupt its lines', async () => {
    const data = service.folder('killed');
    const answered = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const running = await service.start(data);
      const senders = Array.from({ length: senderCount }, (_, sender) =>
        logUntilKilled(running, `${round}-${sender}`, answered),
      );
      await answersBeyond(answered, answered.size + 1 + round);
      expect(await running.end('SIGKILL')).toBe('SIGKILL');
      await Promise.all(senders);
    }
    const running = await service.start(data);
    const found = readRequests(join(data, 'models', 'm', 'train.trajectories.jsonl'));
    expect(answered.size).toBeGreaterThan(rounds);
    expect([...answered].filter((name) => found.get(name) !== groupCount)).toEqual([]);
    expect(await running.end('SIGTERM')).toBe(0);
  });

  it('every answered training job is stored, and every stored one is complete', async () => {
    const data = service.folder('killed-jobs');
    const body = `{"model_id": "${modelId}", "trajectory_groups": [{"trajectories": [], "logs": ${padding}}]}`;
    const answered = new Set<string>();
    for (let round = 0; round < 3; round += 1) {
      const running = await service.start(data);
      const senders = Array.from({ length: senderCount }, () => createUntilKilled(running, body, answered));
      await answersBeyond(answered, answered.size + 2);
      await running.end('SIGKILL');
      await Promise.all(senders);
    }
    const running = await service.start(data);
    const kept = readdirSync(join(data, 'training-jobs')).filter((name) => name.endsWith('.json'));
    expect(kept).toEqual(expect.arrayContaining([...answered].map((id) => `${id}.json`)));
    for (const name of kept)
      expect(readFileSync(join(data, 'training-jobs', name), 'utf8') === body).toBe(true);
    await running.end('SIGTERM');
  });
});

describe('a last line without a line break is ended before the next one', () => {
  it.each([
    ['truncated', '{"trajectories":[]}\n{"tor'],
    ['truncated, and the only one', '{"tor'],
    ['half a character', Buffer.from('"é"').subarray(0, 2)],
    ['saved so by an editor', '{"edited": 1}'],
  ])('%s', async (name, before) => {
    const data = service.folder(name);
    const running = await service.start(data);
    const file = join(data, 'models', 'm', 'train.trajectories.jsonl');
    const log = (group: string) => send(running.url, logPath('m'), { body: logBody('train', group) });
    await log('{"first": 1}');
    writeFileSync(file, before);
    await log('{"next": 1}');
    await log('{"last": 1}');
    const expected = Buffer.concat([Buffer.from(before), Buffer.from('\n{"next": 1}\n{"last": 1}\n')]);
    expect(readFileSync(file)).toEqual(expected);
    await running.end('SIGTERM');
  });
});

it('two services on one folder do not mix their lines', async () => {
  const data = service.folder('shared');
  const both = await Promise.all([service.start(data), service.start(data)]);
  const answers = both.flatMap(({ url }, which) =>
    Array.from({ length: 10 }, (_, count) => {
      const group = `{"trajectories": [], "request": "${which}-${count}", "logs": ${padding}}`;
      return send(url, logPath('m'), { body: logBody('train', ...Array(groupCount).fill(group)) });
    }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  const found = readRequests(join(data, 'models', 'm', 'train.trajectories.jsonl'));
  expect([...found.values()]).toEqual(Array(20).fill(groupCount));
});

it.skipIf(process.platform === 'win32')(
  'a request that does not fit on the disk is answered 500 and not kept',
  async () => {
    const data = service.folder('full');
    const running = await service.startLimited(data, 1000);
    const log = (...groups: string[]) =>
      send(running.url, logPath('m'), { body: logBody('train', ...groups) });
    const group = `{"trajectories": [], "logs": ${padding}}`;
    await log('{"first": 1}');
    expect((await log(...Array(groupCount).fill(group))).status).toBe(500);
    await log('{"last": 1}');
    const file = join(data, 'models', 'm', 'train.trajectories.jsonl');
    expect(readFileSync(file, 'utf8')).toBe('{"first": 1}\n{"last": 1}\n');
  },
);

/** Logs one request after another until the connection breaks; adds the names of answered ones to `answered`. */
async function logUntilKilled({ url }: RunningService, sender: string, answered: Set<string>): Promise<void> {
  for (let count = 0; ; count += 1) {
    const name = `${sender}-${count}`;
    const groups = Array.from(
      { length: groupCount },
      () => `{"trajectories": [], "request": "${name}", "logs": ${padding}}`,
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
    const reply = await sendOrLose(url, jobsPath, body);
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

/** The requests in a file, with the number of their groups. Ignores an incomplete line. */
function readRequests(file: string): Map<string, number> {
  const text = readFileSync(file, 'utf8');
  const found = new Map<string, number>();
  for (const line of text.split('\n')) {
    const request = /^\{"trajectories": \[\], "request": "([^"]*)".*\}$/.exec(line)?.[1];
    if (request === undefined) continue;
    JSON.parse(line);
    found.set(request, (found.get(request) ?? 0) + 1);
  }
  return found;
}
