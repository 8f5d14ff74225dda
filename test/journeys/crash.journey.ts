import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answer } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { signalExtensionHost } from './extensionHosts';
import { type FaultSession, startFaultSession, trainingJob } from './faultSession';
import { token } from './session';

const jobId = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const created = answer('201 Created', JSON.stringify({ id: jobId }));

let session: FaultSession;
let deliveriesBefore = 0;

beforeAll(async () => {
  const names = ['prepared', 'sent', 'answering', 'accepted'];
  session = await startFaultSession(
    Object.fromEntries(names.map((name) => [`${name}.training-job.json`, trainingJob(name)])),
  );
  const bench = await session.open('prepared.training-job.json');
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.statusItem('Access token set').waitFor();
  await bench.page.close();
});

beforeEach(() => {
  deliveriesBefore = session.service.deliveries();
});

afterAll(() => session?.close());

it('kill -9 before the connection stands: nothing was sent, and nothing else is claimed', async () => {
  // A server that never takes part in the TLS handshake holds the send right after `prepared`.
  await session.setUp({ 'trajectory.baseUrl': `https://127.0.0.1:${session.service.port}` });
  const connected = new Promise<void>((resolve) => session.serve(() => resolve()));
  const bench = await session.open('prepared.training-job.json');
  await bench.runCommand('Trajectory: Create Training Job');
  // It is another address than the one that has a token.
  await bench.confirm('No access token is known', 'Enter Token');
  await bench.answer('Access token for https', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await connected;
  await killSender(['prepared']);

  const next = await restart(bench);
  await next.statusItem('Not Sent').waitFor();
  await expectDetails(next, /The journal ends before anything was sent: VS Code ended, or/);
  await expectInHistory(next, 'Not Sent', 'prepared');
  expect(deliveries()).toBe(0);
  await session.setUp({ 'trajectory.baseUrl': `http://127.0.0.1:${session.service.port}` });
});

it('kill -9 while the service is silent: the host that VS Code starts instead says unknown', async () => {
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

it('kill -9 in the middle of the answer: unknown after a restart', async () => {
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

it('kill -9 after the answer: the job id is there again after a restart', async () => {
  session.serve(async ({ socket, request }) => {
    await request;
    socket.end(created);
  });
  const bench = await send('accepted');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await killSender(['prepared', 'sent', 'accepted']);

  const next = await restart(bench);
  await next.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  await expectInHistory(next, jobId, 'accepted');
  expect(deliveries()).toBe(1);
});

function deliveries(): number {
  return session.service.deliveries() - deliveriesBefore;
}

async function send(name: string): Promise<Workbench> {
  const bench = await session.open(`${name}.training-job.json`);
  await bench.runCommand('Trajectory: Create Training Job');
  // Without a keyring this editor keeps secrets as long as a window is loaded.
  await bench.answer('Access token for', token);
  await bench.confirm('Create a training job?', 'Create Training Job');
  return bench;
}

/** Kills the extension host of the latest send, which has to have come just this far. */
async function killSender(states: readonly string[]): Promise<void> {
  const records = await session.journal();
  const sender = records.findLast((record) => record.state === 'prepared');
  expect(records.filter(({ id }) => id === sender?.id).map(({ state }) => state)).toEqual(states);
  if (sender?.state === 'prepared') await signalExtensionHost(sender.process, 'SIGKILL');
}

/** Loads the window anew. */
function restart(bench: Workbench): Promise<Workbench> {
  const file = decodeURIComponent(bench.page.url()).match(/[\w-]+\.training-job\.json/)?.[0] ?? '';
  return session.open(file, bench.page);
}

async function expectDetails(bench: Workbench, text: string | RegExp): Promise<void> {
  await bench.runCommand('Trajectory: Show Latest Outcome');
  await bench.dialog.getByText(text).waitFor();
  await bench.page.keyboard.press('Escape');
  await bench.dialog.waitFor({ state: 'hidden' });
}

async function expectInHistory(bench: Workbench, outcome: string, name: string): Promise<void> {
  await bench.runCommand('Trajectory: Show History');
  const row = bench.quickInput.getByRole('option').filter({ hasText: `${name}.training-job.json` });
  await row.filter({ hasText: outcome }).waitFor();
  expect(await row.count()).toBe(1);
  await bench.page.keyboard.press('Escape');
  await bench.quickInput.waitFor({ state: 'hidden' });
}
