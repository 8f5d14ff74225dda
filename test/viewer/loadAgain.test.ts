import { expect, it } from 'vitest';
import { useServer } from '../server/client';
import { useView } from './viewPage';

const uri = 'file:///calm.trajectory.json';
const server = useServer();
const view = useView();

it('loads what VS Code did not give in time again', async () => {
  const client = await server.start();
  const trajectory = { messages_and_choices: [{ role: 'user', content: 'Hello.' }], reward: 1 };
  await client.open(uri, JSON.stringify({ trajectories: [trajectory] }));
  const { page, trouble } = await view.open(client, uri);
  const overview = page.getByRole('region', { name: 'Overview' });
  await overview.waitFor();
  const refused: string[] = [];
  await page.route(/main\.(css|js)$/, async (route) => {
    const name = new URL(route.request().url()).pathname;
    const count = refused.filter((other) => other === name).length;
    if (count === 2) return route.continue();
    refused.push(name);
    return route.fulfill({ status: 408 });
  });
  await page.reload();
  await overview.getByText('1 trajectory').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(refused.sort()).toEqual(['/main.css', '/main.css', '/main.js', '/main.js']);
  expect(trouble.filter((line) => !line.includes('408'))).toEqual([]);
});
