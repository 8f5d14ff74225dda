import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('messages are requested again elsewhere after a request has failed', async () => {
  const client = await server.start();
  const uri = 'file:///failing.trajectory.json';
  const messages = Array.from({ length: 200 }, (_, i) => ({ role: 'user', content: `Number ${i + 1}.` }));
  await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] }));
  const shown = await openView(view, client, uri);
  const { page, message, failing, asked } = shown;
  await shown.show(0);
  failing.set('conversation', 'The server is busy.');
  await shown.tell({ type: 'show', trajectory: 0, message: 99 });
  await page.getByText('The server is busy.').waitFor();
  const before = asked.length;
  failing.clear();
  await shown.tell({ type: 'show', trajectory: 0, message: 149 });
  await message(150).getByText('Number 150.').waitFor();
  await shown.tell({ type: 'show', trajectory: 0, message: 99 });
  await message(100).getByText('Number 100.').waitFor();
  expect(asked.length - before).toBeLessThan(8);
});

it('more of a text is requested again by another press after a request has failed', async () => {
  const client = await server.start();
  const uri = 'file:///cut.trajectory.json';
  const messages = [{ role: 'user', content: `${'Some words. '.repeat(3000)}The end.` }];
  await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] }));
  const shown = await openView(view, client, uri);
  const { page, message, failing } = shown;
  await shown.show(0);
  failing.set('text', 'The server is busy.');
  const more = message(1).getByRole('button', { name: /^show .* more characters$/ });
  await more.click();
  await page.getByText('The server is busy.').waitFor();
  failing.clear();
  await more.click();
  await message(1).getByText('The end.').waitFor();
  expect(await more.count()).toBe(0);
});

it('messages of a comparison are requested again elsewhere after a request has failed', async () => {
  const client = await server.start();
  const uri = 'file:///compared.trajectory.json';
  const trajectories = ['one', 'two'].map((name, reward) => ({
    messages_and_choices: Array.from({ length: 300 }, (_, i) => ({
      role: 'user',
      content: `Number ${i + 1} of ${name}.`,
    })),
    reward,
  }));
  await client.open(uri, JSON.stringify({ trajectory_groups: [{ trajectories }] }));
  const shown = await openView(view, client, uri);
  const { page, failing } = shown;
  await shown.show(0);
  await shown.command('compare');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  const text = (number: number) => comparison.getByText(`Number ${number} of one.`);
  const further = (name: RegExp) => comparison.getByRole('button', { name }).click();
  await text(1).waitFor();
  failing.set('conversation', 'The server is busy.');
  await further(/rows after$/);
  await page.getByText('The server is busy.').waitFor();
  failing.clear();
  await further(/rows after$/);
  await text(200).waitFor();
  await further(/rows before$/);
  await text(100).waitFor();
});
