import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const uri = 'file:///calm.trajectory.json';
const server = useServer();
const view = useView();

it('stores the URI in its page before the host has said anything', async () => {
  const client = await server.start();
  const trajectory = { messages_and_choices: [{ role: 'user', content: 'Hello.' }], reward: 1 };
  await client.open(uri, JSON.stringify({ trajectories: [trajectory] }));
  const { page } = await view.open(client, uri);
  await page.getByRole('region', { name: 'Overview' }).waitFor();
  await page.addInitScript(() => {
    // What the page before has stored.
    sessionStorage.clear();
    const kept: string[] = [];
    Object.assign(window, { kept });
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function set(name, value) {
      kept.push(value);
      setItem.call(this, name, value);
    };
  });
  await page.reload();
  await page.getByRole('region', { name: 'Overview' }).waitFor();
  const [first] = await page.evaluate(() => (window as unknown as { kept: string[] }).kept);
  expect(JSON.parse(first!)).toEqual({ uri, trajectory: null, message: null, settings: {} });
});

it('shows the conversation first, and leaves room for the overview above it', async () => {
  const client = await server.start();
  const of = (reward: number) => ({ messages_and_choices: [{ role: 'user', content: 'Hello.' }], reward });
  await client.open(uri, JSON.stringify({ trajectories: [of(0), of(1), of(0.5)] }));
  const { page, asked, failing, show, message } = await openView(view, client, uri);
  await show(1);
  await page.getByRole('heading', { name: 'Trajectory 2' }).waitFor();
  const before = asked.length;
  let release = () => {};
  failing.set('collection', new Promise((resolve) => (release = () => resolve(undefined))));
  await page.reload();
  await message(1).waitFor();
  expect(asked.slice(before).map(({ name }) => name)).toEqual(['conversation', 'collection']);
  const top = async () => (await message(1).boundingBox())!.y;
  const early = await top();
  expect(await page.getByRole('region', { name: 'Overview' }).count()).toBe(0);
  failing.delete('collection');
  release();
  await page.locator('.charts canvas').first().waitFor();
  expect(Math.abs((await top()) - early)).toBeLessThan(1);
});

it('leaves as much room for the overview after a reload as it takes, however low it is', async () => {
  const client = await server.start();
  await client.open(uri, '{"messages_and_choices": [{"role": "user", "content": "Hello."}]}');
  const { page, failing, show, message } = await openView(view, client, uri);
  await show(0);
  await page.getByRole('region', { name: 'Overview' }).waitFor();
  const top = async () => (await message(1).boundingBox())!.y;
  const late = await top();
  const kept = () => page.evaluate(() => sessionStorage.getItem('state'));
  await expect.poll(kept).toMatch(/"heights":\{"top":[1-9][\d.]*,"head":[1-9]/);
  failing.set('collection', new Promise(() => {}));
  await page.reload();
  await message(1).waitFor();
  expect(await page.getByRole('region', { name: 'Overview' }).count()).toBe(0);
  expect(await top()).toBe(late);
});
