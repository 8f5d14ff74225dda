import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

/** A group of this size, with rewards of three digits or more, of which some are negative. */
function group(size: number, scale: number) {
  const reward = (i: number) => (((i * 13) % 17) / 17 - 0.57) * scale;
  const trajectories = Array.from({ length: size }, (_, i) => ({
    messages_and_choices: [],
    reward: reward(i),
  }));
  return { trajectories };
}

it.each([
  [320, 1],
  [800, 1],
  [320, 1e6],
])(
  'The numbers of large groups are whole in a view of %i pixels, with rewards up to %i',
  async (width, scale) => {
    const client = await server.start();
    const uri = 'file:///large-groups.trajectories.json';
    const groups = [group(8, scale), group(16, scale)];
    await client.open(uri, JSON.stringify({ split: 'train', trajectory_groups: groups }));
    const { list } = await openView(view, client, uri, { width });
    const ends = list
      .locator('.row-spread')
      .evaluateAll((all) =>
        all.map(
          (one) => one.closest('button')!.getBoundingClientRect().right - one.getBoundingClientRect().right,
        ),
      );
    // The padding of a row.
    expect(await ends).toEqual([8, 8]);
  },
);

it.each([
  ['an exponent of two digits', [-3.5e-10, -6.9e-11, 8.8e-10]],
  ['four digits before the point', [-9876.5, 1234.25, 2345.75]],
  ['six digits before the point', [-308_641.75, 987_654.25, 123_456.5]],
  ['six digits before the point, or an exponent', [-1_234_567.8, 987_654.25, 0.000012]],
])('Numbers with %s are whole', async (_, rewards) => {
  const client = await server.start();
  const uri = 'file:///numbers.trajectories.json';
  const trajectories = rewards.map((reward) => ({ messages_and_choices: [{ role: 'user' }], reward }));
  await client.open(uri, JSON.stringify({ split: 'train', trajectory_groups: [{ trajectories }] }));
  const { list, row, show } = await openView(view, client, uri, { width: 800 });
  await show(0);
  await row('Trajectory 1:').waitFor();
  const cut = list
    .locator('.row-number, .row-second')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  expect(await cut).toEqual([]);
});
