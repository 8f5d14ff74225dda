import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, startFaultSession, trainingJob } from './support/faultSession';

const file = 'strange.training-job.json';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  const job = trainingJob('not trusted').replace('"reward": 1', '"reward": "1"');
  session = await startFaultSession({ [file]: job }, { workspaceTrust: true });
  bench = await session.open(file);
});

afterAll(() => session?.close());

it('shows problems in an untrusted folder', async () => {
  await bench.statusItem('Restricted Mode').waitFor();
  await bench.page.locator('.squiggly-error').first().waitFor();
});

it('shows the trajectory view in an untrusted folder', async () => {
  await bench.runCommand('Trajectory: Open View to the Side');
  await bench.view.getByRole('region', { name: 'Overview' }).getByText('1 trajectory').waitFor();
  await bench.focusEditor();
});

it.each([
  ['Log Trajectories', 'Nothing can be sent in Restricted Mode.'],
  ['Create Training Job', 'Nothing can be sent in Restricted Mode.'],
  ['Set Access Token', 'An access token cannot be set in Restricted Mode.'],
  ['Start Local Service', 'The local service cannot be started in Restricted Mode.'],
])('%s says why it does nothing in an untrusted folder', async (command, says) => {
  await bench.runCommand(`Trajectory: ${command}`);
  await bench.notification(says).waitFor();
  await bench.quickInput.waitFor({ state: 'hidden' });
  expect(await bench.dialog.count()).toBe(0);
  await bench.runCommand('Notifications: Clear All Notifications');
  expect(session.service.connections()).toBe(0);
  expect(await session.journal()).toEqual([]);
});
