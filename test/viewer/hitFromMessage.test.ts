import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

/** A line with a trajectory of six messages; one of them has the needle. */
function line(needle: number): string {
  const content = (i: number) => (i === needle ? 'the needle' : `message ${i}`);
  const messages = Array.from({ length: 6 }, (_, i) => ({ role: 'user', content: content(i) }));
  return JSON.stringify({ messages_and_choices: messages, reward: needle });
}

it('From a message that has the focus, the next hit is the current message, also in another trajectory', async () => {
  const client = await server.start();
  const uri = 'file:///hits.trajectories.jsonl';
  await client.open(uri, `${line(2)}\n${line(1)}\n`, { languageId: 'trajectory-jsonl' });
  const { page, show, message, moves, said, command } = await openView(view, client, uri);
  await show(0);
  await command('find');
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('needle');
  await page.getByText('2 hits in 2 trajectories').waitFor();
  await message(6).click();
  await page.locator('#message-5:focus').waitFor();
  await command('nextHit');
  await page.getByText('2 of 2 hits in 2 trajectories').waitFor();
  await page.locator('#message-1:focus[aria-current="true"]').waitFor();
  await expect.poll(() => moves.at(-1)).toMatchObject({ trajectory: 1, message: 1 });
  await command('showInText');
  await expect.poll(() => said.at(-1)).toMatchObject({ type: 'reveal', trajectory: 1, message: 1 });
});
