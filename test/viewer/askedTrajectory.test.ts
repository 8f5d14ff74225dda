import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('shows the conversation that a lens asks for in a narrow view that has just been opened', async () => {
  const client = await server.start();
  const uri = 'file:///asked.trajectory.json';
  const trajectory = (content: string) => ({ messages_and_choices: [{ role: 'user', content }], reward: 1 });
  await client.open(uri, JSON.stringify({ trajectories: [trajectory('One.'), trajectory('Two.')] }));
  const { page, tell } = await view.open(client, uri, { width: 400 });
  await tell({ type: 'show', trajectory: 1, message: null, isAsked: true });
  await page.getByRole('feed', { name: 'Conversation' }).getByText('Two.').waitFor();
  expect(await page.getByRole('list', { name: 'Groups' }).isVisible()).toBe(false);
});
