import { describe, expect, it } from 'vitest';
import { expandedName } from '../../../client/lines/expandedName';

describe('The name of an expanded line', () => {
  const names: readonly [path: string, name: string][] = [
    ['/data/rollouts.trajectories.jsonl', 'rollouts.line-12.trajectory.json'],
    ['/data/rollouts.trajectory.jsonl', 'rollouts.line-12.trajectory.json'],
    ['/data/train.v2.jsonl', 'train.v2.line-12.trajectory.json'],
    ['/data/rollouts.json', 'rollouts.line-12.trajectory.json'],
    ['Untitled-1', 'Untitled-1.line-12.trajectory.json'],
    ['/.jsonl', 'untitled.line-12.trajectory.json'],
  ];
  for (const [path, name] of names) {
    it(`counts from 1 and keeps the language: ${path}`, () => expect(expandedName(path, 11)).toBe(name));
  }
});
