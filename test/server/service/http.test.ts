import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessToken, type RunningService, useService } from './child';
import { jobsPath, logBody, logPath, type Sending, send } from './sending';

const service = useService();
const data = service.folder('data');
let running: RunningService;
beforeAll(async () => {
  running = await service.start(data);
});

const modelId = '3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d';
const jobBody = `{"model_id": "${modelId}", "trajectory_groups": []}`;
const emptyGroup = '{"trajectories":[]}';

const post = (path: string, body: string | Uint8Array, more: Sending = {}) =>
  send(running.url, path, { body, ...more });
const stored = (model: string, split: string) =>
  readFileSync(join(data, 'models', model, `${split}.trajectories.jsonl`), 'utf8');
const detail = (text: string) => ({
  status: 422,
  json: { detail: [expect.objectContaining({ type: text })] },
});

describe('logging', () => {
  it('answers 200 and stores each group on its own line, with every token unchanged', async () => {
    const group =
      '{ "trajectories": [\r\n\t{"reward": 1e400, "metrics": {"a": 12345678901234567890, "__proto__": 1}}\n]}';
    const odd = '{"trajectories": [{"logs": ["\\u00e9 é 😀 \\ud800 \u2028"]}]}';
    const reply = await post(logPath('tokens'), logBody('train', group, odd));
    expect(reply).toMatchObject({ status: 200, json: {} });
    expect(stored('tokens', 'train')).toBe(`${group.replace(/[\r\n]/g, '')}\n${odd}\n`);
  });

  it('appends to existing files and keeps models and splits apart', async () => {
    for (const [model, split] of [
      ['one', 'a'],
      ['one', 'b'],
      ['two', 'a'],
      ['one', 'a'],
    ] as const) {
      await post(logPath(model), logBody(split, `{"trajectories": [], "in": "${model}/${split}"}`));
    }
    const line = (name: string) => `{"trajectories": [], "in": "${name}"}\n`;
    expect(stored('one', 'a')).toBe(line('one/a') + line('one/a'));
    expect(stored('one', 'b')).toBe(line('one/b'));
    expect(stored('two', 'a')).toBe(line('two/a'));
  });

  it('keeps the groups of each request together when several arrive at once', async () => {
    const bodies = Array.from({ length: 20 }, (_, request) =>
      logBody('together', ...Array.from({ length: 5 }, () => `{"trajectories":[],"r":${request}}`)),
    );
    const replies = await Promise.all(bodies.map((body) => post(logPath('busy'), body)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const order = Array.from(stored('busy', 'together').matchAll(/"r":(\d+)/g), (match) => match[1]);
    expect(order).toHaveLength(100);
    expect(order.filter((request, index) => request !== order[index - 1])).toHaveLength(20);
  });

  it('answers 200 to a request without groups', async () => {
    expect((await post(logPath('empty'), logBody('train'))).status).toBe(200);
  });

  it.each([
    '..',
    '.',
    '%2e%2e',
    '%2e%2e%2f%2e%2e%2fetc',
    '..%5c..',
    'con',
    'a%00b',
    'x'.repeat(5000),
    '%F0%9F%98%80',
  ])('stays in its folder for the model id %s', async (model) => {
    const before = readdirSync(join(data, 'models')).length;
    expect(await post(`/v1/preview/models/${model}/log`, logBody('train', emptyGroup))).toMatchObject({
      status: 200,
    });
    // `..` and `%2e%2e` are the same model, so the second one finds an existing folder.
    expect(readdirSync(join(data, 'models')).length - before).toBe(model === '%2e%2e' ? 0 : 1);
  });

  it('stays in its folder for every split', async () => {
    const splits = [
      '../../../escaped',
      '..',
      '/etc/x',
      'C:\\x',
      '',
      'NUL',
      'y'.repeat(5000),
      'Train',
      'train',
      '\0',
    ];
    for (const split of splits) await post(logPath('splits'), logBody(split, emptyGroup));
    expect(readdirSync(join(data, 'models', 'splits'))).toHaveLength(splits.length);
    expect(readdirSync(data).sort()).toEqual(['models', 'training-jobs', 'trajectory-service.json']);
  });

  it('answers 422 with `path` for a model id that is empty or not UTF-8', async () => {
    const replies = [
      await post('/v1/preview/models//log', logBody('a')),
      await post(logPath('%ff'), logBody('a')),
    ];
    for (const { status, json } of replies) {
      expect(status).toBe(422);
      expect(json).toMatchObject({ detail: [{ loc: ['path', 'model_id'], type: 'wrong-type' }] });
    }
  });
});

describe('creating a training job', () => {
  it('answers with the id under which the body is kept, byte for byte', async () => {
    const body = Buffer.from(
      `\r\n ${jobBody.replace('[]', '[\r\n{"trajectories": [{"reward": 1e400}]}, {}]')}\n`,
    );
    const { status, json } = await post(jobsPath, body);
    expect(status).toBe(200);
    const { id } = json as { id: string };
    expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(Object.keys(json as object)).toEqual(['id']);
    expect(readFileSync(join(data, 'training-jobs', `${id}.json`))).toEqual(body);
  });

  it('creates a new job for every request', async () => {
    const before = readdirSync(join(data, 'training-jobs')).length;
    await Promise.all(Array.from({ length: 8 }, () => post(jobsPath, jobBody)));
    expect(readdirSync(join(data, 'training-jobs'))).toHaveLength(before + 8);
  });
});

describe('a request that is not as documented', () => {
  it.each([
    [401, 'no token', { headers: { authorization: undefined } }],
    [401, 'a wrong token', { headers: { authorization: 'Bearer other' } }],
    [401, 'the beginning of the token', { headers: { authorization: `Bearer ${accessToken.slice(0, -1)}` } }],
    [401, 'another scheme', { headers: { authorization: `Basic ${accessToken}` } }],
    [405, 'GET', { method: 'GET' }],
    [405, 'PUT', { method: 'PUT' }],
    [405, 'OPTIONS', { method: 'OPTIONS' }],
    [415, 'no content type', { headers: { 'content-type': undefined } }],
    [415, 'a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    [415, 'a compressed body', { headers: { 'content-encoding': 'gzip' } }],
  ] as const)('is answered %i with a sentence for %s, and nothing is stored', async (status, _, sending) => {
    const before = readdirSync(join(data, 'training-jobs')).length;
    const reply = await post(jobsPath, jobBody, sending);
    expect(reply).toMatchObject({ status, json: { detail: expect.stringMatching(/^[A-Z].*\.$/) } });
    expect(readdirSync(join(data, 'training-jobs'))).toHaveLength(before);
    if (status === 405) expect(reply.headers.allow).toBe('POST');
    if (status === 401) expect(reply.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    '/',
    '/v1/preview',
    `${jobsPath}/`,
    `${jobsPath}/x`,
    '/v1/preview/models/m',
    '/v1/preview/models/m/log/',
    '/v1/preview/models/a/b/log',
    '/v2/preview/training-jobs',
  ])('is answered 404 at %s', async (path) => {
    expect(await post(path, jobBody)).toMatchObject({ status: 404, json: { detail: expect.any(String) } });
  });

  it('is accepted with a charset, any case of the names, and a query', async () => {
    const headers = {
      authorization: `bearer ${accessToken}`,
      'content-type': 'Application/JSON; charset=UTF-8',
    };
    expect(await post(`${jobsPath}?x=1`, jobBody, { headers })).toMatchObject({ status: 200 });
  });

  it.each(['', 'identity', 'Identity'])('is accepted with the content encoding %j', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect(await post(jobsPath, jobBody, { headers })).toMatchObject({ status: 200 });
  });

  it('is answered 422 for a byte order mark, and for bytes that are not UTF-8', async () => {
    expect(await post(jobsPath, `\ufeff${jobBody}`)).toMatchObject(detail('syntax'));
    const bytes = Buffer.concat([Buffer.from('{"model_id": "'), Buffer.of(0xff), Buffer.from('"}')]);
    const reply = await post(jobsPath, bytes);
    expect(reply).toMatchObject(detail('syntax'));
    expect(reply.text).toContain('byte 14 ');
  });
});

it('accepts a body of 50 MB', async () => {
  const logs = Array.from({ length: 500 }, () => `"${'é'.repeat(1000)}"`);
  const groups = Array.from(
    { length: 50 },
    (_, n) => `{"trajectories":[{"metrics":{"n":${n}},"logs":[${logs}]}]}`,
  );
  const body = Buffer.from(logBody('large', ...groups));
  expect(body.length).toBeGreaterThan(50_000_000);
  expect((await post(logPath('large'), body)).status).toBe(200);
  expect(stored('large', 'large') === groups.map((group) => `${group}\n`).join('')).toBe(true);
});

it('says that a valid request could not be stored', async () => {
  mkdirSync(join(data, 'models', 'blocked', 'train.trajectories.jsonl'), { recursive: true });
  const reply = await post(logPath('blocked'), logBody('train', emptyGroup));
  expect(reply).toMatchObject({
    status: 500,
    json: { detail: expect.stringContaining('is a link, or not a file') },
  });
});

it('never writes the token to its output', async () => {
  await post(jobsPath, jobBody, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(running.notes()).toContain(`POST ${jobsPath} 200`);
  expect(running.notes()).not.toContain(accessToken);
});
