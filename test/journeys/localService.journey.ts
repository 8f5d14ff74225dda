import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { token } from './support/session';

const job = 'rollouts.training-job.json';
const withConfig = 'tuned.training-job.json';
const created = /Training job \S+ was created\./;

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  const tuned = trainingJob('second').replace(/\n\}\n$/, ',\n  "experimental_config": {}\n}\n');
  session = await startFaultSession({ [job]: trainingJob('first'), [withConfig]: tuned });
  bench = await session.open(job);
});

afterAll(() => session?.close());

it('after a refused connection, a button starts the local service and asks whether to send', async () => {
  await session.service.stopListening();
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.statusItem('Access token set').waitFor();
  await beginJob(bench);
  await bench.confirm(/Training config: none/, 'Create Training Job');
  await bench.pressNotification('The service refused the connection', 'Start Local Service');
  const question = bench.dialog.filter({ hasText: 'Create a training job?' });
  await question.waitFor();
  expect(await question.textContent()).not.toContain(`:${session.service.port}/`);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem(/Job [0-9a-f]{8}/).waitFor();
});

it('when it has ended with its window, a question offers to start it again', async () => {
  // This editor has no keyring, so that the token is gone, too.
  bench = await session.open(job, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('The local service is not running.', 'Start Local Service');
  await bench.confirm('Create a training job?', 'Create Training Job Again');
  await (await bench.listedNotification(created)).waitFor();
});

it('while it runs, its token is never asked for, and is given back where another was set', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.runCommand('Trajectory: Clear Access Token');
  // There is also the service of the first test.
  await bench.pick(new RegExp(`:(?!${session.service.port}$)\\d+$`));
  await (await bench.listedNotification(/Access token cleared for /)).waitFor();
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Cancel');
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', 'another-token');
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job Again');
  await bench.pressNotification('The service does not accept the access token.', 'Start Local Service');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await (await bench.listedNotification(created)).waitFor();
});

it('the confirmation mentions a config in the document', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.openFile(withConfig);
  await beginJob(bench);
  await bench.confirm(/Training config: in the document/, 'Cancel');
});

it('a local service that runs in another window can be used, but not started again', async () => {
  await session.setUp({ 'trajectory.baseUrl': '' });
  bench = await session.open(withConfig);
  await bench.runCommand('Trajectory: Set Access Token');
  const list = bench.quickInput.filter({ hasText: 'Training Service' });
  await list.getByRole('option', { name: 'Use Local Service' }).waitFor();
  expect(await list.getByRole('option', { name: 'Start Local Service' }).count()).toBe(0);
  await bench.dismiss();
});

it('the service URL can be changed at any time', async () => {
  const list = bench.quickInput.filter({ hasText: 'Training Service' });
  await bench.runCommand('Trajectory: Change Service URL');
  await list.getByRole('option', { name: 'Use Local Service' }).click();
  const present = async (): Promise<string> => {
    await bench.runCommand('Trajectory: Change Service URL');
    const url = await list.locator('input[type=text]').inputValue();
    await bench.dismiss();
    return url;
  };
  await expect.poll(present).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
