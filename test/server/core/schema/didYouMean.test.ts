import { expect, it } from 'vitest';
import { didYouMean } from '../../../../server/core/schema/didYouMean';
import { engine } from '../support';

const { trajectory } = engine.schemas;

it('A misspelt name means the most similar documented name that is absent, whatever it meant before', () => {
  const withNames = (...names: readonly string[]): string | null =>
    didYouMean('metric', trajectory, (name) => names.includes(name));
  expect(withNames()).toBe('metrics');
  expect(withNames('metrics')).toBeNull();
  expect(withNames('reward')).toBe('metrics');
});

it('Thousands of other names in between change nothing', () => {
  const none = (): boolean => false;
  for (let i = 0; i < 3000; i++) didYouMean(`k${i}`, trajectory, none);
  expect(didYouMean('rewrad', trajectory, none)).toBe('reward');
  expect(didYouMean('auto_metric', trajectory, none)).toBe('auto_metrics');
  expect(didYouMean('x', trajectory, none)).toBeNull();
});
