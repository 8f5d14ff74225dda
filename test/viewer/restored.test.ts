import { expect, it } from 'vitest';
import { useServer } from '../server/client';
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
