import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

const call = { id: 'c', type: 'function', function: { name: '', arguments: '{}' } };
const trajectory = (label: string) => ({
  messages_and_choices: [
    { role: '', content: 'Hello' },
    { role: 'assistant', tool_calls: [call] },
  ],
  reward: 1,
  metadata: { '': label },
});

it('Whatever has an empty name can be told from nothing: labels, columns, roles and tools', async () => {
  const client = await server.start();
  const uri = 'file:///empty.trajectories.json';
  const text = JSON.stringify({
    split: 'train',
    trajectory_groups: [{ trajectories: [trajectory('a'), trajectory('')] }],
  });
  await client.open(uri, text);
  const { page, show, message, row } = await openView(view, client, uri);
  await show(0);
  await page.getByText('Labels', { exact: true }).click();
  await page.getByRole('checkbox', { name: '""' }).waitFor();
  for (const name of ['Sort by', 'Filter by tool'])
    await expect
      .poll(() => page.getByRole('combobox', { name }).locator('option').allInnerTexts())
      .toContain('""');
  await page.getByRole('columnheader', { name: '""' }).waitFor();
  await row(/^Trajectory 2/)
    .getByText('""')
    .waitFor();
  expect(await message(1).getAttribute('aria-label')).toBe('Message 1 of 2, ""');
  await message(1).locator('.role').getByText('""').waitFor();
  await message(2).locator('.tool').getByText('""').waitFor();
});
