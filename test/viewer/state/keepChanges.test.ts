import { expect, it } from 'vitest';
import type { ViewState } from '../../../client/view/viewMessages';
import { keepChanges } from '../../../viewer/state/keepChanges';

it('a state is kept once until it changes', () => {
  const kept: (number | null)[] = [];
  const keep = keepChanges(({ message }) => kept.push(message));
  const state = (message: number | null): ViewState => ({
    ...{ uri: 'file:///a', settings: { isFlat: true }, trajectory: 1, message },
  });
  for (const message of [1, 1, null, null, 1]) keep(state(message));
  expect(kept).toEqual([1, null, 1]);
});
