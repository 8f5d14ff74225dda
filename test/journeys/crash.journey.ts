import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import { patience } from '../vscode/launch.mjs';
import type { Workbench } from '../vscode/workbench.mjs';
import { signalExtensionHost } from './extensionHosts';
import { beginJob, type FaultSession, startFaultSession, trainingJob } from './faultSession';
import { token } from './session';

const jobId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const created = httpResponse('201 Created', JSON.stringify({ id: jobId }));
const names = ['prepared', 'failed', 'cancelled', 'sent', 'answering', 'accepted', 'rejected', 'unknown'];

let session: FaultSession;
/** The window after its latest load. */
let last: Workbench;
let deliveriesBefore = 0;

beforeAll(async () => {
  session = await startFaultSession(
    Object.fromEntries(names.map((name) => [`${name}.training-job.json`, trainingJob(name)])),
  );
  last = await session.open('prepared.training-job.json');
  await last.runCommand('Trajectory: Set Access Token');
  await last.answer('Access token for', token);
  await last.statusItem('Access token set').waitFor();
  // The editor stores the origins that have a token with a delay, but the window is reloaded right away.
  const { page } = last;
  const kept = async () => JSON.stringify(await page.context().storageState({ indexedDB: true }));
  await vi.waitFor(async () => expect(await kept()).toContain('trajectory.tokenOrigins'), patience);
});

beforeEach(() => {
  deliveriesBefore = session.service.deliveries();
});

afterAll(() => session?.close());

it('kill -9 before the connection opens: nothing was sent, and the history says so', async () => {
  // A server that never answers the TLS handshake holds the send right after `prepared`.
  await session.setUp({ 'trajectory.baseUrl': `https://127.0.0.1:${session.service.port}` });
  const connected = new Promise<void>((resolve) => session.serve(() => resolve()));
  const bench = await session.open('prepared.training-job.json', last.page);
  await bench.runCommand('Trajectory: Create Training Job');
  // This origin has no token yet.
  await bench.confirm('No access token is known', 'Enter Token');
  await bench.answer('Access token for https', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await connected;
  await killSender(['prepared']);

  const next = await restart(bench);
  await next.statusItem('Not Sent').waitFor();
  await expectDetails(next, /The history ends before anything was sent: VS Code was closed, or/);
  await expectInHistory(next, 'Not Sent', 'prepared');
  expect(deliveries()).toBe(0);
  last = next;
});

it('kill -9 after a refused connection: nothing was sent', async () => {
  await session.service.stopListening();
  await sendIn(last, 'failed');
  await last.notification('The service refused the connection').waitFor();
  const says = 'The service refused the connection';
  await expectSameAfterKill(last, {
    name: 'failed',
    states: ['prepared', 'failed'],
    label: 'Not Sent',
    says,
  });
  await session.service.listenAgain();
});

it('Cancel before the first byte sends nothing, and kill -9 after that changes nothing', async () => {
  const connected = new Promise<void>((resolve) => session.serve(() => resolve()));
  await sendIn(last, 'cancelled');
  await connected;
  const progress = last.notification('Creating a training job at 127.0.0.1');
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await last.notification('Nothing was sent.').waitFor();
  await progress.waitFor({ state: 'detached' });
  const about = { name: 'cancelled', states: ['prepared', 'cancelled'], label: 'Cancelled' };
  await expectSameAfterKill(last, { ...about, says: 'Nothing was sent.' });
  expect(deliveries()).toBe(0);
  await session.setUp({ 'trajectory.baseUrl': `http://127.0.0.1:${session.service.port}` });
});

it('kill -9 while the service is silent: the new extension host reports an unknown outcome', async () => {
  const arrived = new Promise<void>((resolve) => session.serve(({ request }) => request.then(resolve)));
  const bench = await send('sent');
  await arrived;
  await killSender(['prepared', 'sent']);

  await bench.statusItem('Outcome Unknown').waitFor();
  await expectDetails(
    bench,
    /or the outcome could not be written\. The request may or may not have taken effect/,
  );
  await expectInHistory(bench, 'Outcome Unknown', 'sent');

  await bench.runCommand('Trajectory: Create Training Job');
  await bench.dialog.getByText('may have arrived').waitFor();
  await bench.confirm('The same request was sent', 'Cancel');
  expect(deliveries()).toBe(1);
});

it('kill -9 in the middle of the response: the outcome is unknown after a restart', async () => {
  const answering = new Promise<void>((resolve) =>
    session.serve(async ({ socket, request }) => {
      await request;
      socket.write(created.slice(0, -10), () => resolve());
    }),
  );
  const bench = await send('answering');
  await answering;
  await killSender(['prepared', 'sent']);

  const next = await restart(bench);
  await next.statusItem('Outcome Unknown').waitFor();
  await expectInHistory(next, 'Outcome Unknown', 'answering');
  expect(deliveries()).toBe(1);
});

it('kill -9 after the response: the job id is shown again after a restart', async () => {
  session.answerWith(created);
  const bench = await send('accepted');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await killSender(['prepared', 'sent', 'accepted']);

  const next = await restart(bench);
  await next.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await expectInHistory(next, jobId, 'accepted');
  expect(deliveries()).toBe(1);
  last = next;
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
  await sendIn(last, name);
  await last.notification(says).waitFor();
  await expectSameAfterKill(last, { name, states: ['prepared', 'sent', name], label, says });
  expect(deliveries()).toBe(1);
});

function deliveries(): number {
  return session.service.deliveries() - deliveriesBefore;
}

/** Reloads the window and sends from it. */
async function send(name: string): Promise<Workbench> {
  last = await session.open(`${name}.training-job.json`, last.page);
  await beginJob(last);
  await last.confirm('Create a training job?', 'Create Training Job');
  return last;
}

/** Sends from an already open window. */
async function sendIn(bench: Workbench, name: string): Promise<void> {
  await bench.openFile(`${name}.training-job.json`);
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
}

/** Kills the extension host of the latest send, which must be in exactly these states. */
async function killSender(states: readonly string[]): Promise<void> {
  const records = await session.journal();
  const sender = records.findLast((record) => record.state === 'prepared');
  expect(records.filter(({ id }) => id === sender?.id).map(({ state }) => state)).toEqual(states);
  if (sender?.state === 'prepared') await signalExtensionHost(sender.process, 'SIGKILL');
}

/** Reloads the window. */
function restart(bench: Workbench): Promise<Workbench> {
  const file = decodeURIComponent(bench.page.url()).match(/[\w-]+\.training-job\.json/)?.[0] ?? '';
  return session.open(file, bench.page);
}

/** Kills the sender of a finished send, and expects the new extension host to report the same outcome. */
async function expectSameAfterKill(
  bench: Workbench,
  sent: { name: string; states: readonly string[]; label: string; says: string },
): Promise<void> {
  const told = await bench.statusItem(sent.label).elementHandle();
  await killSender(sent.states);
  await told?.waitForElementState('hidden');
  await bench.statusItem(sent.label).waitFor();
  await expectDetails(bench, sent.says);
  await expectInHistory(bench, sent.label, sent.name);
}

async function expectDetails(bench: Workbench, text: string | RegExp): Promise<void> {
  await bench.runCommand('Trajectory: Show Latest Outcome');
  await bench.page.locator('.codelens-decoration a', { hasText: 'Copy All' }).click();
  const clipboard = () => bench.page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(clipboard).toMatch(text);
  await bench.closeEditor(/^Request /);
}

async function expectInHistory(bench: Workbench, outcome: string, name: string): Promise<void> {
  await bench.runCommand('Trajectory: Show History');
  const row = bench.quickInput.getByRole('option').filter({ hasText: `${name}.training-job.json` });
  await row.filter({ hasText: outcome }).waitFor();
  expect(await row.count()).toBe(1);
  await bench.dismiss();
}
