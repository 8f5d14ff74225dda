import { expect, it } from 'vitest';
import { newName } from '../../../client/documents/newName';

it.each([
  ['/a/rollouts.json', 1, 'rollouts.trajectories.jsonl'],
  ['/a/rollouts.json', 2, 'rollouts-2.trajectories.jsonl'],
  ['/a/run.trajectories.json', 1, 'run.trajectories.jsonl'],
  ['/a/run.trajectory.jsonl', 3, 'run-3.trajectories.jsonl'],
  ['/a/run.training-job.json', 1, 'run.trajectories.jsonl'],
  ['/a/run.NDJSON', 1, 'run.trajectories.jsonl'],
  ['/a/run', 1, 'run.trajectories.jsonl'],
  ['/a/.json', 1, 'converted.trajectories.jsonl'],
])('the new name for %s at attempt %i is %s', (path, count, name) => {
  expect(newName(path, '.trajectories.jsonl', count)).toBe(name);
});
