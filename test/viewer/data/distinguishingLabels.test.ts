import { expect, it } from 'vitest';
import { sharedLabel } from '../../../viewer/data/distinguishingLabels';

it('A group has the label that all of its trajectories share; one without trajectories has none', () => {
  // Groups of two, none, two, one and none.
  const layout = { starts: Float64Array.of(0, 2, 2, 4, 5, 5) } as unknown as Parameters<
    typeof sharedLabel
  >[0];
  const labels = { texts: ['alpha', 'beta'], values: Int32Array.of(0, 0, 1, 0, -1) };
  const shared = [0, 1, 2, 3, 4].map((group) =>
    sharedLabel(layout, labels as unknown as Parameters<typeof sharedLabel>[1], group),
  );
  expect(shared).toEqual(['alpha', null, null, null, null]);
});
