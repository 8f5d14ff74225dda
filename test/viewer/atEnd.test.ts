import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { edit, openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

it('A conversation that was scrolled to its end stays there while messages change, until the reader leaves it', async () => {
  const client = await server.start();
  const uri = 'file:///ending.trajectory.json';
  const long = 'Some words of it. '.repeat(80);
  const said = (i: number) => ({ role: 'user', content: `Message ${i + 1}.` });
  const thought = { role: 'assistant', content: 'Answer.', reasoning_content: 'A thought. '.repeat(200) };
  const messages = [
    ...Array.from({ length: 27 }, (_, i) => said(i)),
    thought,
    said(28),
    { role: 'user', content: long },
  ];
  const text = JSON.stringify({ trajectories: [{ messages_and_choices: messages, reward: 1 }] });
  await client.open(uri, text);
  const shown = await openView(view, client, uri, { height: 420 });
  const { page, message, command } = shown;
  await shown.show(0);
  await command('toggleReasoning');
  await message(1).press('End');
  const scroller = page.locator('.feed-scroller');
  const left = () => scroller.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  await message(30).waitFor();
  await expect.poll(left).toBeLessThan(2);
  const reasoning = message(28).getByText('A thought.');
  await reasoning.waitFor({ state: 'attached' });
  await command('toggleReasoning');
  await reasoning.waitFor({ state: 'detached' });
  await expect.poll(left).toBeLessThan(2);
  const at = { line: 0, character: text.indexOf('Some words') };
  const grow = async (version: number, added: string) => {
    await edit(client, shown, { uri, version, from: at, to: at, text: `${added} ${long}` });
    await message(30).getByText(added).waitFor();
  };
  await grow(2, 'New.');
  await expect.poll(left).toBeLessThan(2);
  await scroller.hover();
  await page.mouse.wheel(0, -200);
  await expect.poll(left).toBeGreaterThan(100);
  await grow(3, 'Newer.');
  expect(await left()).toBeGreaterThan(100);
});
