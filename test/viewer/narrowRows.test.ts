import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

/** A group of this size, with rewards of three digits, of which some are negative. */
function group(size: number) {
  const reward = (i: number) => ((i * 13) % 17) / 17 - 0.57;
  const trajectories = Array.from({ length: size }, (_, i) => ({
    messages_and_choices: [],
    reward: reward(i),
  }));
  return { trajectories };
}

it.each([320, 800])('The numbers of large groups are whole in a view of %i pixels', async (width) => {
  const client = await server.start();
  const uri = 'file:///large-groups.trajectories.json';
  await client.open(uri, JSON.stringify({ split: 'train', trajectory_groups: [group(8), group(16)] }));
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
});

it('Numbers with an exponent of two digits are whole', async () => {
  const client = await server.start();
  const uri = 'file:///small.trajectories.json';
  const rewards = [-3.5e-10, -6.9e-11, 8.8e-10];
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
