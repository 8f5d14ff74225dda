import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';

type Validators = typeof import('../../generated/validators.mjs');

const uuid = '3f2a1b9c-7d54-4e0a-9c61-5b8f0d2e4a77';
const tooLong = `${uuid}0`;
let validators: Validators;

test('every committed file generated from the schemas is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['schemas/generate.mjs', '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

describe('the generated validators', () => {
  beforeAll(async () => {
    spawnSync(process.execPath, ['schemas/generate.mjs', '--check']);
    validators = await import('../../generated/validators.mjs');
  });

  test('evaluate no code at run time, and need no CommonJS', () => {
    const code = readFileSync('generated/validators.mjs', 'utf8');
    expect(code).not.toMatch(/\beval\b|\bFunction\s*\(|\brequire\s*\(/);
  });

  test('accept 200 real runs', () => {
    const request = JSON.parse(readFileSync('examples/airline.trajectories.json', 'utf8'));
    expect(validators.logRequest(request)).toBe(true);
    const lines = readFileSync('examples/airline.trajectories.jsonl', 'utf8').trim().split('\n');
    expect(lines.map((line) => validators.group(JSON.parse(line)))).toEqual(lines.map(() => true));
  });

  test.each<[name: keyof Validators, file: string]>([
    ['logRequest', 'rollouts.json'],
    ['trainingJob', 'small.training-job.json'],
    ['trainingConfig', 'grpo.training-config.json'],
  ])('%s accepts the example %s', (name, file) => {
    expect(validators[name](JSON.parse(readFileSync(`examples/${file}`, 'utf8')))).toBe(true);
  });

  test.each<[name: keyof Validators, value: unknown]>([
    ['logRequest', { split: '', trajectory_groups: [] }],
    ['logRequest', { split: 'train', trajectory_groups: [{}, { unknown: 1, trajectories: [{}] }] }],
    ['group', { trajectories: [{ reward: null, messages_and_choices: [{ content: null }] }] }],
    ['group', { trajectories: [{ start_time: '2026-02-28T23:59:59.25Z', tools: [{ function: {} }] }] }],
    ['trainingJob', { model_id: uuid.toUpperCase(), trajectory_groups: [], experimental_config: null }],
    ['trainingConfig', { importance_sampling_level: 'sequence', epsilon: -1 }],
    ['trainingJobResponse', { id: uuid, status: 'queued' }],
    ['validationErrorBody', { detail: [{ loc: ['body', 'split'], msg: 'Field required', type: 'missing' }] }],
  ])('%s accepts %j', (name, value) => {
    expect(validators[name](value)).toBe(true);
  });

  test.each<[name: keyof Validators, value: unknown, place: string]>([
    ['logRequest', { trajectory_groups: [] }, ''],
    ['logRequest', { split: null, trajectory_groups: [] }, '/split'],
    ['logRequest', { split: 'train', trajectory_groups: {} }, '/trajectory_groups'],
    ['logRequest', null, ''],
    ['group', { trajectories: [{ reward: '0.5' }] }, '/trajectories/0/reward'],
    ['group', { trajectories: [{ start_time: '2026-02-30T10:00:00Z' }] }, '/trajectories/0/start_time'],
    ['group', { trajectories: [{ start_time: '2026-02-28T10:00:00+01:00' }] }, '/trajectories/0/start_time'],
    ['trainingJob', { model_id: tooLong, trajectory_groups: [] }, '/model_id'],
    ['trainingConfig', { ppo: 'true' }, '/ppo'],
    ['trainingJobResponse', { id: null }, '/id'],
    ['validationErrorBody', { detail: 'Not authenticated' }, '/detail'],
  ])('%s rejects %j', (name, value, place) => {
    expect(validators[name](value)).toBe(false);
    expect(validators[name].errors?.[0]?.instancePath).toBe(place);
  });
});
