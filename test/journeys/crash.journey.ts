import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { signalExtensionHost } from './support/extensionHosts';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './support/faultSession';
import { token } from './support/session';

const jobId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const created = httpResponse('201 Created', JSON.stringify({ id: jobId }));
/** Nothing answers its handshakes. */
const firstProtocol = 'https';
const names = ['prepared', 'failed', 'cancelled', 'sent', 'answering', 'accepted', 'rejected', 'unknown'];

let session: FaultSession;
/** The one window, after its latest load. */
let last: Workbench;
let deliveriesBefore = 0;

beforeAll(async () => {
  session = await startFaultSession(
    Object.fromEntries(names.map((name) => [`${name}.training-job.json`, trainingJob(name)])),
  );
});

beforeEach(() => {
  deliveriesBefore = session.service.deliveries();
});

afterAll(() => session?.close());

it('kill -9 before the connection opens: nothing was sent, and the history says so', async () => {
  // A server that never answers the TLS handshake holds the send right after `prepared`.
  await session.setUp({ 'trajectory.baseUrl': `${firstProtocol}://127.0.0.1:${session.service.port}` });
  const connected = new Promise<void>((resolve) => session.serve(() => resolve()));
  last = await session.open('prepared.training-job.json');
  await beginFirstJob(firstProtocol);
  await last.confirm('Create a training job?', 'Create Training Job');
  await connected;
  await killSender(['prepared']);

  await restart('prepared');
  await last.statusItem('Not Sent').waitFor();
  await expectDetails(/The history ends before anything was sent: VS Code or the terminal was closed, or/);
  await expectInHistory('Not Sent', 'prepared');
  expect(deliveries()).toBe(0);
});

it('kill -9 after a refused connection: nothing was sent', async () => {
  await session.service.stopListening();
  await send('failed');
  await last.notification('The service refused the connection').waitFor();
  const says = 'The service refused the connection';
  await expectSameAfterKill({
    name: 'failed',
    states: ['prepared', 'failed'],
    label: 'Not Sent',
    says,
  });
  await session.service.listenAgain();
});

it('Cancel before the first byte sends nothing, and kill -9 after that changes nothing', async () => {
  const connected = new Promise<void>((resolve) => session.serve(() => resolve()));
  await send('cancelled');
  await connected;
  const progress = last.notification('Creating a training job at 127.0.0.1');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await last.notification('Nothing was sent.').waitFor();
  await progress.waitFor({ state: 'detached' });
  const about = { name: 'cancelled', states: ['prepared', 'cancelled'], label: 'Cancelled' };
  await expectSameAfterKill({ ...about, says: 'Nothing was sent.' });
  expect(deliveries()).toBe(0);
});

it('kill -9 while the service is silent: the new extension host reports an unknown outcome', async () => {
  const arrived = new Promise<void>((resolve) => session.serve(({ request }) => request.then(resolve)));
  await session.setUp({ 'trajectory.baseUrl': `http://127.0.0.1:${session.service.port}` });
  await restart('sent');
  await beginFirstJob('http');
  await last.confirm('Create a training job?', 'Create Training Job');
  await arrived;
  await killSender(['prepared', 'sent']);

  await last.statusItem('Outcome Unknown').waitFor();
  await expectDetails(/or the outcome could not be written\. The request may or may not have taken effect/);
  await expectInHistory(/Outcome Unknown.*interrupted under way/s, 'sent');

  await last.runCommand('Trajectory: Create Training Job');
  await last.dialog.getByText('may have arrived').waitFor();
  await last.confirm('The same request was sent', 'Cancel');
  expect(deliveries()).toBe(1);
});

it('kill -9 in the middle of the response: the outcome is unknown after a restart', async () => {
  const answering = new Promise<void>((resolve) =>
    session.serve(async ({ socket, request }) => {
      await request;
      socket.write(created.slice(0, -10), () => resolve());
    }),
  );
  await send('answering');
  await answering;
  await killSender(['prepared', 'sent']);

  await restart('answering');
  await last.statusItem('Outcome Unknown').waitFor();
  await expectInHistory(/Outcome Unknown.*interrupted under way/s, 'answering');
  expect(deliveries()).toBe(1);
});

it('kill -9 after the response: the job id is shown again after a restart', async () => {
  session.answerWith(created);
  await send('accepted');
  await last.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await killSender(['prepared', 'sent', 'accepted']);

  await restart('accepted');
  await last.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await expectInHistory(jobId, 'accepted');
  expect(deliveries()).toBe(1);
});

it.each([
  { name: 'rejected', status: '422 No', label: 'Rejected', says: 'The service found the request invalid.' },
  {
    name: 'unknown',
    status: '500 No',
    label: 'Outcome Unknown',
    says: 'The service failed while it handled',
  },
])('kill -9 after the outcome $name: the new extension host reports the same outcome', async (row) => {
  const { name, status, label, says } = row;
  session.answerWith(httpResponse(status));
  await send(name);
  await last.notification(says).waitFor();
  await expectSameAfterKill({ name, states: ['prepared', 'sent', name], label, says });
  expect(deliveries()).toBe(1);
});

function deliveries(): number {
  return session.service.deliveries() - deliveriesBefore;
}

/** Creates the first job at an origin, up to the confirmation. */
async function beginFirstJob(protocol: string): Promise<void> {
  await last.runCommand('Trajectory: Create Training Job');
  // While no origin has a token, it is asked for at once.
  if (protocol !== firstProtocol) await last.confirm('No access token is known', 'Set Access Token');
  const origin = `${protocol}://127.0.0.1:${session.service.port}`;
  await last.answer(`Access token for ${origin}`, token);
  await last.dialog.filter({ hasText: 'Create a training job?' }).waitFor();
  // The editor stores the origins that have a token with a delay, but the window is reloaded soon.
  const { page } = last;
  const kept = async () => JSON.stringify(await page.context().storageState({ indexedDB: true }));
  await expect.poll(kept).toMatch(new RegExp(`trajectory\\.tokenOrigins[^\\]]*${origin}`));
}

async function send(name: string): Promise<void> {
  await last.openFile(`${name}.training-job.json`);
  await beginJob(last);
  await last.confirm('Create a training job?', 'Create Training Job');
}

/** Kills the extension host of the latest send, which must be in exactly these states. */
async function killSender(states: readonly string[]): Promise<void> {
  const records = await session.journal();
  const sender = records.findLast((record) => record.state === 'prepared');
  expect(records.filter(({ id }) => id === sender?.id).map(({ state }) => state)).toEqual(states);
  if (sender?.state === 'prepared') await signalExtensionHost(sender.process, 'SIGKILL');
}

/** Loads the window again, with the file of this name. */
async function restart(name: string): Promise<void> {
  last = await session.open(`${name}.training-job.json`, last.page);
}

/** Kills the sender of a finished send, and expects the new extension host to report the same outcome. */
async function expectSameAfterKill(sent: {
  readonly name: string;
  readonly states: readonly string[];
  readonly label: string;
  readonly says: string;
}): Promise<void> {
  const told = await last.statusItem(sent.label).elementHandle();
  await killSender(sent.states);
  await told?.waitForElementState('hidden');
  await last.statusItem(sent.label).waitFor();
  await expectDetails(sent.says);
  await expectInHistory(sent.label, sent.name);
}

async function expectDetails(text: string | RegExp): Promise<void> {
  await last.runCommand('Trajectory: Show Latest Outcome');
  await last.page.locator('.codelens-decoration a', { hasText: 'Copy All' }).click();
  const clipboard = () => last.page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(clipboard).toMatch(text);
  await last.closeEditor(/^Request /);
}

async function expectInHistory(outcome: string | RegExp, name: string): Promise<void> {
  await last.runCommand('Trajectory: Show History');
  const row = last.quickInput.getByRole('option').filter({ hasText: `${name}.training-job.json` });
  await row.filter({ hasText: outcome }).waitFor();
  expect(await row.count()).toBe(1);
  await last.dismiss();
}
