import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDocument, problemsOf } from '../../../server/core/document';
import { createEngine } from '../../../server/core/engine';
import { type RunningService, useService } from './child';
import { jobsPath, logBody, logPath, send } from './sending';

const service = useService();
const data = service.folder('data');
let running: RunningService;
beforeAll(async () => {
  running = await service.start(data);
});

interface ValidationError {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

const modelId = '3f2a1b9c-6f3e-4c0a-9a51-0d6f0a9b8c7d';
const log = (body: string) => send(running.url, logPath('m'), { body });
const create = (body: string) => send(running.url, jobsPath, { body });
const trajectory = (members: string) => logBody('s', `{"trajectories": [{${members}}]}`);
const inTrajectory = (...path: string[]) => ['body', 'trajectory_groups', '0', 'trajectories', '0', ...path];

describe('a body is rejected with the place and the code of each error', () => {
  it.each<[string, string, ...[string, string[]][]]>([
    ['not an object', '[]', ['wrong-type', ['body']]],
    [
      'an empty object',
      '{}',
      ['missing-property', ['body', 'split']],
      ['missing-property', ['body', 'trajectory_groups']],
    ],
    ['split is a number', logBody('s').replace('"s"', '1'), ['wrong-type', ['body', 'split']]],
    ['split is null', logBody('s').replace('"s"', 'null'), ['null-value', ['body', 'split']]],
    [
      'groups are not an array',
      '{"split": "s", "trajectory_groups": {}}',
      ['wrong-type', ['body', 'trajectory_groups']],
    ],
    ['a group is text', logBody('s', '{}', '"g"'), ['wrong-type', ['body', 'trajectory_groups', '1']]],
    ['reward is text', trajectory('"reward": "0.5"'), ['wrong-type', inTrajectory('reward')]],
    [
      'two mistakes',
      trajectory('"reward": "0.5", "messages_and_choices": [{"role": "user"}, {"role": 1}]'),
      ['wrong-type', inTrajectory('reward')],
      ['wrong-type', inTrajectory('messages_and_choices', '1', 'role')],
    ],
    [
      'strict is text',
      trajectory('"tools": [{"function": {"strict": "yes"}}]'),
      ['wrong-type', inTrajectory('tools', '0', 'function', 'strict')],
    ],
    [
      'start_time is not a date',
      trajectory('"start_time": "2025-02-30T00:00:00Z"'),
      ['invalid-date-time', inTrajectory('start_time')],
    ],
    [
      'start_time has an offset',
      trajectory('"start_time": "2025-02-03T00:00:00+01:00"'),
      ['not-utc', inTrajectory('start_time')],
    ],
    ['a comma is missing', trajectory('"reward": 1 "logs": []'), ['syntax', inTrajectory('reward')]],
    ['a number is NaN', trajectory('"reward": NaN'), ['syntax', inTrajectory('reward')]],
    ['a comment', `${logBody('s')} // done`, ['syntax', ['body']]],
    ['an empty body', '', ['syntax', ['body']]],
    ['null', 'null', ['wrong-type', ['body']]],
  ])('logging: %s', async (_, body, ...expected) => {
    const { status, json } = await log(body);
    expect(status).toBe(422);
    const { detail } = json as { detail: ValidationError[] };
    expect(detail.map(({ type, loc }) => [type, loc])).toEqual(expected);
    for (const complaint of detail) expect(Object.keys(complaint).sort()).toEqual(['loc', 'msg', 'type']);
  });

  it.each<[string, string, string, string[]]>([
    ['no model id', '{"trajectory_groups": []}', 'missing-property', ['body', 'model_id']],
    [
      'a model id that is not a UUID',
      '{"model_id": "mine", "trajectory_groups": []}',
      'invalid-uuid',
      ['body', 'model_id'],
    ],
    [
      'a setting of the wrong type',
      `{"model_id": "${modelId}", "trajectory_groups": [], "experimental_config": {"ppo": 1}}`,
      'wrong-type',
      ['body', 'experimental_config', 'ppo'],
    ],
  ])('training job: %s', async (_, body, type, loc) => {
    expect(await create(body)).toMatchObject({
      status: 422,
      json: { detail: [{ type, loc, msg: expect.any(String) }] },
    });
  });

  it('a syntax error has a line and column', async () => {
    const { json } = await log('{\n  "split": "s",\n  "trajectory_groups": [,]\n}');
    expect((json as { detail: ValidationError[] }).detail[0]?.msg).toMatch(/\(line 3, column 25\)$/);
  });

  it('at most a thousand entries are listed, and the last one gives the number of errors', async () => {
    const { text, json } = await log(logBody('s', ...Array.from({ length: 5000 }, () => '1')));
    const { detail } = json as { detail: ValidationError[] };
    expect(detail).toHaveLength(1000);
    expect(detail.at(-1)).toEqual({
      loc: ['body'],
      msg: 'Only the first 999 of 5000 errors are listed.',
      type: 'too-many-problems',
    });
    expect(text.length).toBeLessThan(200_000);
  });

  it('the response stays small even if the body is deeply nested or has long keys', async () => {
    const key = 'k'.repeat(100_000);
    const deep = `${'['.repeat(100_000)}?${']'.repeat(100_000)}`;
    const { status, text } = await log(trajectory(`"metadata": {"${key}": ?, "deep": ${deep}}`));
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(5000);
  });
});

describe('a body without errors is accepted, whatever else the editor reports', () => {
  it.each([
    ['undocumented keys', trajectory('"rewrad": 1, "tool_calls": null')],
    ['null where a type is documented', trajectory('"reward": null, "tools": null')],
    ['a duplicate key', trajectory('"reward": 1, "reward": 2')],
    [
      'numbers that do not fit into a double',
      trajectory('"reward": 1e400, "metrics": {"n": 12345678901234567890}'),
    ],
    ['half a surrogate pair', trajectory('"logs": ["\\ud800"]')],
    ['deep nesting', trajectory(`"metadata": {"d": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    ['a null group', logBody('s', 'null')],
    ['a model id beside the split', logBody('s').replace('{', '{"model_id": "not-a-uuid", ')],
    ['an empty split', logBody('')],
    ['no trajectory', logBody('s', '{"trajectories": []}')],
  ])('logging: %s', async (_, body) => {
    expect(await log(body)).toMatchObject({ status: 200, json: {} });
  });

  it('training job: a config with an undocumented level and an unknown setting', async () => {
    const config = '{"importance_sampling_level": "sequence", "unknown": {}}';
    const body = `{"model_id": "${modelId}", "trajectory_groups": [], "experimental_config": ${config}}`;
    expect((await create(body)).status).toBe(200);
  });

  it('of a duplicate split, the last one counts', async () => {
    await log(
      '{"split": "first", "trajectory_groups": [], "spl\\u0069t": "\\u0073econd", "trajectory_groups": [{"n":1}]}',
    );
    expect(readFileSync(join(data, 'models', 'm', 'second.trajectories.jsonl'), 'utf8')).toBe('{"n":1}\n');
  });
});

const examples = join(import.meta.dirname, '../../../examples');

describe('200 real runs', () => {
  it('are logged with every token of their groups unchanged', async () => {
    const text = readFileSync(join(examples, 'airline.trajectories.json'), 'utf8');
    const split = (JSON.parse(text) as { split: string }).split;
    expect((await send(running.url, logPath('airline'), { body: text })).status).toBe(200);
    const lines = readFileSync(join(data, 'models', 'airline', `${split}.trajectories.jsonl`), 'utf8')
      .trimEnd()
      .split('\n');
    // Only white space outside strings may differ from the file; strings have no raw line breaks.
    const array = text.slice(text.indexOf('[', text.indexOf('"trajectory_groups"')));
    const groups = array.replace(/[\r\n]/g, '');
    let position = 1;
    for (const line of lines) {
      const found = groups.indexOf(line, position);
      expect(groups.slice(position, found)).toMatch(/^[\s,]*$/);
      position = found + line.length;
    }
    expect(groups.slice(position)).toMatch(/^\s*\]\s*\}\s*$/);
    expect(lines.length).toBeGreaterThan(1);
  });
});

it.each([
  ['problems.trajectory.json', create],
  ['broken.trajectory.json', log],
  ['rollouts.json', log],
  ['small.training-job.json', create],
])('the answer to %s lists exactly the errors that the editor shows', async (name, sendTo) => {
  const text = readFileSync(join(examples, name), 'utf8');
  const shown = problemsOf(openDocument(createEngine(), text, { language: 'trajectory', name }));
  const errors = shown.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  const { json } = await sendTo(text);
  const { detail = [] } = json as { detail?: ValidationError[] };
  expect(detail.map(({ type }) => type)).toEqual(errors);
});
