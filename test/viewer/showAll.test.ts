import { it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('the number of groups shows all of them, also those without hits', async () => {
  const client = await server.start();
  const uri = 'file:///all.trajectories.jsonl';
  const line = (text: string) =>
    JSON.stringify({
      trajectories: [0, 1].map((reward) => ({
        messages_and_choices: [{ role: 'user', content: text }],
        reward,
      })),
    });
  await client.open(uri, `${line('apple')}\n${line('pear')}\n`, { languageId: 'trajectory-jsonl' });
  const { page, row, command } = await openView(view, client, uri);
  await command('find');
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('pear');
  await page.getByRole('button', { name: 'List Only Trajectories with Hits' }).click();
  await row('Group 1:').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '2 groups' }).click();
  await row('Group 1:').waitFor();
});
