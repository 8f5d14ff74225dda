import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { languageServers } from './support/languageServers';

const plain = 'notes.md';
const ours = 'rollouts.training-job.json';

let session: FaultSession;
/** The one window; each test loads it again. */
let bench: Workbench;

beforeAll(async () => {
  const job = trainingJob('first').replace('"reward": 1', '"reward": "1"');
  session = await startFaultSession({ [plain]: 'Nothing of ours.', [ours]: job });
});

afterAll(() => session?.close());

it('the language server starts with the first trajectory document, and not before', async () => {
  bench = await session.open(plain);
  // The command responds, so the extension is active.
  await bench.runCommand('Trajectory: Show History');
  await bench.notification('Nothing has been sent yet.').waitFor();
  await bench.runCommand('Trajectory: Log Trajectories');
  const told = bench.notification(`${plain} is not treated as a trajectory file.`);
  await told.getByRole('button', { name: 'Open File…' }).waitFor();
  expect(await languageServers(session)).toEqual([]);
  await bench.openFile(ours);
  await bench.page.locator('.squiggly-error').first().waitFor();
  expect(await languageServers(session)).toHaveLength(1);
});

it('a language server that crashes repeatedly is not restarted, and a button reloads the window', async () => {
  bench = await session.open(ours, bench.page);
  const { page } = bench;
  const forget = () => page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const answers = async () => {
    await forget();
    await bench.runCommand('Trajectory: Copy Path as JSON Pointer');
    await expect.poll(copied).toBe('/model_id');
  };
  await bench.goTo('2:5');
  // The server of the window before may still be ending.
  await expect.poll(() => languageServers(session)).toHaveLength(1);
  for (let crash = 1; crash <= 5; crash++) {
    // A server that never ran is not restarted.
    await answers();
    const [server] = await languageServers(session);
    process.kill(server!, 'SIGKILL');
    await expect.poll(() => languageServers(session)).not.toContain(server);
  }
  const told = bench.notification('crashed five times within three minutes and will not be restarted');
  await told.waitFor();
  expect(await languageServers(session)).toEqual([]);
  await told.getByRole('button', { name: 'Reload Window' }).click();
  await expect.poll(() => languageServers(session)).toHaveLength(1);
});

it('a language server that cannot start is reported, and the rest works without it', async () => {
  const extensions = join(session.profile, 'extensions');
  const [own] = (await readdir(extensions)).filter((name) => name.startsWith('trajectory-tools.'));
  const program = join(extensions, own ?? '', 'dist/cli/trajectory.js');
  await writeFile(program, 'process.exit(3);\n');

  bench = await session.open(ours, bench.page);
  const failed = bench.notification('The language server of Trajectory Tools could not be started');
  await failed.getByRole('button', { name: 'Reload Window' }).waitFor();
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.runCommand('Trajectory: Show History');
  await bench.notification('Nothing has been sent yet.').waitFor();
  await bench.runCommand('Trajectory: Sort Keys');
  const told = bench.notification('The language server is not running.');
  await told.getByRole('button', { name: 'Reload Window' }).waitFor();
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.notification('The language server is not running. Reload the window').waitFor();
  expect(session.service.connections()).toBe(0);
});
