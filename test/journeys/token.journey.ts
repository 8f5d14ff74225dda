import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { token } from './support/session';

const file = 'trusted.training-job.json';
const jobId = 'b7c1d2e3-0d4e-4f6a-8b7c-1d2e3f4a5b6c';

let session: FaultSession;
let bench: Workbench;
let deliveriesBefore = 0;

beforeAll(async () => {
  session = await startFaultSession({ [file]: trainingJob('with a token') });
  session.answerWith(httpResponse('201 Created', JSON.stringify({ id: jobId })));
  bench = await session.open(file);
});

beforeEach(() => {
  deliveriesBefore = session.service.deliveries();
});

afterAll(() => session?.close());

it.each([
  ['a control character', `${token}\u0007`, 'The token contains a line break or another control character.'],
  ['a space', `Bearer ${token}`, 'The token contains a space.'],
  ['a letter of another alphabet', `${token}\u0430`, 'a character that cannot be sent in a header.'],
])('a token with %s is rejected, and the input box says why', async (_, text, says) => {
  await bench.runCommand('Trajectory: Set Access Token');
  const question = bench.quickInput.getByText('Access Token', { exact: true });
  await question.waitFor();
  await bench.page.keyboard.insertText(text);
  await bench.quickInput.getByText(says).waitFor();
  await bench.page.keyboard.press('Enter');
  await bench.quickInput.getByText(says).waitFor();
  await bench.dismiss();
  await bench.runCommand('Trajectory: Clear Access Token');
  await bench.notification('No access token is stored.').waitFor();
  await bench.runCommand('Notifications: Clear All Notifications');
});

it('Retry asks for a token that was cleared, and then sends the request', async () => {
  await session.service.stopListening();
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await (await bench.listedNotification('The service refused the connection')).waitFor();
  await bench.runCommand('Trajectory: Clear Access Token');
  await (await bench.listedNotification(/Access token cleared for /)).waitFor();
  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await bench.pressNotification('Nothing was sent: there is no access token for', 'Set Access Token');
  expect(delivered()).toBe(0);
  await bench.answer('Access token for', token);
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect(delivered()).toBe(1);
});

it('a token that the secret storage has lost is asked for again', async () => {
  // Without a keyring this editor keeps secrets only until a reload.
  bench = await session.open(file, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer(`Access token for http://127.0.0.1:${session.service.port}`, token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(1);
});

it('a new URL is shown before its token is asked for', async () => {
  // The same service under another origin.
  const origin = `http://localhost:${session.service.port}`;
  await session.setUp({ 'trajectory.baseUrl': origin });
  bench = await session.open(file, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm(`No access token is known for ${origin}.`, 'Cancel');
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm(`No access token is known for ${origin}.`, 'Set Access Token');
  expect(delivered()).toBe(0);
  await bench.answer(`Access token for ${origin}.`, token);
  await bench.confirm(`URL: ${origin}/`, 'Create Training Job');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(1);
});

it('a mistyped URL can be changed where its token is asked for', async () => {
  const origin = `http://localhost:${session.service.port}`;
  await session.setUp({ 'trajectory.baseUrl': 'http://localhost:1' });
  bench = await session.open(file, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('No access token is known for http://localhost:1.', 'Change Service URL');
  await typeUrl(origin);
  await bench.answer(`Access token for ${origin}.`, token);
  await bench.confirm(`URL: ${origin}/`, 'Create Training Job');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(1);

  await bench.runCommand('Trajectory: Set Access Token');
  await bench.quickInput.getByText(`Access token for ${origin}.`).waitFor();
  await bench.quickInput.getByRole('button', { name: 'Change Service URL' }).click();
  await typeUrl('http://localhost:1');
  await bench.confirm('No access token is known for http://localhost:1.', 'Cancel');
});

it('a failing secret storage is reported, and the token is kept until the window closes', async () => {
  const origin = `http://localhost:${session.service.port}`;
  await session.setUp({ 'trajectory.baseUrl': origin });
  bench = await withoutSecretStorage();
  await beginJob(bench);
  const warning = `The secret storage of this machine does not work. The token for ${origin} is kept in memory`;
  await bench.notification(warning).waitFor();
  await bench.confirm(`URL: ${origin}/`, 'Create Training Job Again');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(1);

  // The same window still has the token.
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job Again');
  await expect.poll(delivered).toBe(2);

  bench = await session.open(file, bench.page);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.answer(`Access token for ${origin}.`, token);
  await bench.confirm('Create a training job?', 'Cancel');
  expect(delivered()).toBe(2);
});

/** Answers the question for the service URL. */
async function typeUrl(url: string): Promise<void> {
  await bench.quickInput.filter({ hasText: 'Training Service' }).waitFor();
  await bench.filter(url);
  await bench.pick(`Use "${url}"`);
}

/**
 * Loads the window in a browser that blocks the storage behind VS Code's secrets, as a user's browser settings can.
 * From then on VS Code's secret storage rejects every call.
 */
async function withoutSecretStorage(): Promise<Workbench> {
  const { page } = bench;
  await page.addInitScript(`
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function (key) {
      if (key === 'secrets.provider') throw new DOMException('The storage is blocked.', 'SecurityError');
      return getItem.call(this, key);
    };
  `);
  return session.open(file, page);
}

function delivered(): number {
  return session.service.deliveries() - deliveriesBefore;
}
