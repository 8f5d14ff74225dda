import { it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('The conversation says the same advantage as the list, also divided by the spread, and counts as elsewhere', async () => {
  const client = await server.start();
  const uri = 'file:///advantage.trajectories.json';
  const trajectories = Array.from({ length: 1200 }, (_, i) => ({
    messages_and_choices: [],
    reward: i % 4 === 0 ? 1 : 0,
  }));
  await client.open(
    uri,
    JSON.stringify({
      split: 'train',
      trajectory_groups: [{ trajectories }, { trajectories: [{ reward: 1 }, { reward: 1 }] }],
    }),
  );
  const { page, row, tell } = await openView(view, client, uri);
  await tell({ type: 'show', trajectory: 0, message: null });
  await page.getByText('advantage +0.75, rank 1 of 1,200').waitFor();
  await page.getByRole('checkbox', { name: '÷ spread' }).click();
  await row('Trajectory 1: reward 1, advantage +1.73').waitFor();
  await page.getByText('advantage +1.73, rank 1 of 1,200').waitFor();
  await tell({ type: 'show', trajectory: 1200, message: null });
  await page.getByText('rank 1 of 2', { exact: true }).waitFor();
});
