import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { answer } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { beginJob, type FaultSession, logRequest, startFaultSession, trainingJob } from './faultSession';
import { token } from './session';

const newToken = 'another-token-for-the-journeys';
const jobId = 'b7c1d2e3-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const created = answer('201 Created', JSON.stringify({ id: jobId }));
const job = 'late.training-job.json';
const request = 'calm.trajectory.json';
/** More than VS Code gives to extensions. */
const tooLarge = 'large.trajectory.json';
/** More than what the sockets of both sides hold, so that a reader that stops stops the progress. */
const large = 'large.training-job.json';
const largeText = largeJob(18);

let session: FaultSession;
let bench: Workbench;
let before = { deliveries: 0, received: 0 };

beforeAll(async () => {
  session = await startFaultSession({
    [job]: trainingJob('by hand'),
    [request]: logRequest(),
    [large]: largeText,
  });
  // In MB: a remote editor asks before it opens a file that is larger than 10.
  await session.setUp({ 'workbench.editorLargeFileConfirmation': 50 });
  await writeFile(join(session.folder, tooLarge), logRequest('x'.repeat(51 * 1024 * 1024)));
  bench = await session.open(job);
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  await bench.statusItem('Access token set').waitFor();
});

beforeEach(() => {
  before = { deliveries: session.service.deliveries(), received: session.service.received().length };
});

afterEach(() => bench.runCommand('Notifications: Clear All Notifications'));

afterAll(() => session?.close());

it('Retry sends once the service listens, and not before', async () => {
  session.answerWith(created);
  await session.service.stopListening();
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem('Not Sent').waitFor();
  await press('The service refused the connection', 'Retry');
  await expect.poll(() => states()).toEqual(['prepared', 'failed', 'prepared', 'failed']);
  expect(delivered()).toBe(0);

  await session.service.listenAgain();
  await press('The service refused the connection', 'Retry');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect((await states()).slice(4)).toEqual(['prepared', 'sent', 'accepted']);
  expect(delivered()).toBe(1);
});

it('Set Token asks for another token after a 401, and the next send has that one', async () => {
  session.answerWith(answer('401 Unauthorized', '{"detail": "Unauthorized"}'));
  await bench.openFile(request);
  await log();
  await bench.statusItem('Rejected').waitFor();
  await press('The service does not accept the access token', 'Set Token');
  await bench.answer('Access token for', newToken);
  expect(received()).toContain(`Authorization: Bearer ${token}\r\n`);
  expect(delivered()).toBe(1);

  session.answerWith(answer('200 OK', '{}'));
  await log();
  await bench.statusItem('Logged').waitFor();
  expect(received().split('Authorization: ').length - 1).toBe(2);
  expect(received()).toContain(`Authorization: Bearer ${newToken}\r\n`);
  expect(delivered()).toBe(2);
});

it('the history is filtered by what is typed, and opens the document of a send', async () => {
  await bench.runCommand('Trajectory: Show History');
  await historyRow(job).first().waitFor();
  expect(await historyRow(request).count()).toBe(2);
  await bench.page.keyboard.type(jobId.slice(0, 8));
  await historyRow(request).first().waitFor({ state: 'detached' });
  expect(await historyRow(job).allInnerTexts()).toEqual([expect.stringContaining(jobId)]);
  await bench.pick(new RegExp(jobId));
  await bench.pick('Open Document');
  await bench.page.getByRole('tab', { name: job, selected: true }).waitFor();
});

it('the id of a job is copied from the history', async () => {
  await choose(jobId, 'Copy Job Id');
  await expect.poll(() => clipboard()).toBe(jobId);
});

it('a send is copied as a curl command, with a variable for the token', async () => {
  await choose('support-agent', 'Copy as curl');
  const address = `http://127.0.0.1:${session.service.port}/v1/preview/models/support-agent/log`;
  await expect.poll(() => clipboard()).toContain(address);
  const command = await clipboard();
  expect(command).toContain('--header "Authorization: Bearer $TOKEN"');
  expect(command).toContain(`--data-binary '@${session.folder}/${request}'`);
  expect(command).not.toContain(newToken);
});

it('Send Again… says what was sent before, and sends when that is confirmed', async () => {
  session.answerWith(created);
  await choose(jobId, 'Send Again…');
  const question = bench.dialog.filter({ hasText: 'Create a training job?' });
  await question.getByText(new RegExp(`The same request was accepted on \\d.* as job ${jobId}\\.`)).waitFor();
  await bench.confirm('Create a training job?', 'Cancel');
  await choose(jobId, 'Send Again…');
  await question.waitFor();
  expect(delivered()).toBe(0);
  await bench.confirm('Create a training job?', 'Create Training Job Again');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(1);
  expect(received()).toContain(`Authorization: Bearer ${newToken}\r\n`);
});

it('a file that VS Code keeps from extensions is said to be too large, and nothing is sent', async () => {
  await bench.quickOpen(tooLarge);
  await bench.page.getByText('Open Anyway').click();
  await bench.page.locator('.view-line').getByText('"split"').waitFor();
  await bench.runCommand('Trajectory: Log Trajectories');
  await (await bench.listedNotification(/large.trajectory.json cannot be opened: .*50MB/)).waitFor();
  expect(delivered()).toBe(0);
});

it('Clear History asks, and keeps a send that is under way', async () => {
  const held = session.holdAnswer(answer('200 OK', '{}'));
  await bench.openFile(request);
  await log();
  await bench.confirm('Log the trajectories again?', 'Log Again');
  const answerNow = await held;
  const all = await states();
  const ended = all.filter((state) => state === 'prepared').length - 1;
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm(`Forget ${ended} sends?`, 'Cancel');
  expect(await states()).toEqual(all);
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm(`Forget ${ended} sends?`, 'Clear History');
  await expect.poll(states).toEqual(['prepared', 'sent']);
  answerNow();
  await bench.statusItem('Logged').waitFor();
  expect(await states()).toEqual(['prepared', 'sent', 'logged']);
});

it('Clear History leaves nothing when nothing is under way', async () => {
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm('Forget 1 send?', 'Clear History');
  await bench.statusItem('Logged').waitFor({ state: 'hidden' });
  expect(await session.journal()).toEqual([]);
  await bench.runCommand('Trajectory: Show History');
  await bench.notification('Nothing was sent yet.').waitFor();
  expect(delivered()).toBe(0);
});

it('the progress says how much has gone, and its Cancel after the first byte leaves the outcome open', async () => {
  let readOn = (): void => {};
  session.serve(({ socket }) => {
    socket.pause();
    readOn = () => socket.resume();
  });
  await bench.openFile(large);
  // The extension has the text later than the editor shows it.
  await bench.editor.getByText('Create Training Job').waitFor();
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
  const progress = bench.notification(`Creating a training job at 127.0.0.1:${session.service.port}`);
  const size = `${(Buffer.byteLength(largeText) / 1e6).toFixed(1)} MB`;
  // Nothing is read yet: what is shown has gone as far as the system's buffers.
  const part = progress.getByText(new RegExp(`: \\d+\\.\\d MB of ${size}`));
  await part.waitFor();
  expect(await part.innerText()).not.toContain(`${size} of`);
  expect(delivered()).toBe(0);

  readOn();
  await progress.getByText(`: ${size} of ${size}`).waitFor();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await bench.statusItem('Outcome Unknown').waitFor();
  const told = 'Cancelled while the request was under way. The request may or may not have taken effect.';
  await bench.notification(told).waitFor();
  await progress.waitFor({ state: 'detached' });
  expect((await states()).slice(-3)).toEqual(['prepared', 'sent', 'unknown']);
  expect(delivered()).toBe(1);
});

/** A training job of about so many MB, in lines of 4 KB. */
function largeJob(size: number): string {
  const [start, end] = trainingJob('in many lines').split('"in many lines"') as [string, string];
  const turn = JSON.stringify({ role: 'user', content: 'x'.repeat(4000) });
  return `${start}""}${`,\n${turn}`.repeat(size * 250 - 1)}${end.slice(end.indexOf('}') + 1)}`;
}

/** Logs the document in the editor for a model, which is asked for as long as no send has succeeded. */
async function log(): Promise<void> {
  await bench.runCommand('Trajectory: Log Trajectories');
  const recent = bench.quickInput.getByRole('option', { name: 'Enter Another…' });
  const empty = bench.quickInput.getByText('Model Id').first();
  await recent.or(empty).first().waitFor();
  if (await recent.isVisible()) await bench.pick('Enter Another…');
  await bench.answer('Model Id', 'support-agent');
}

/** Presses a button of a notification. */
async function press(notification: string, button: string): Promise<void> {
  await (await bench.listedNotification(notification)).getByRole('button', { name: button }).click();
}

function historyRow(text: string): Locator {
  return bench.quickInput.getByRole('option').filter({ hasText: text });
}

/** Chooses what to do with the latest send whose row holds `text`. */
async function choose(text: string, action: string): Promise<void> {
  await bench.runCommand('Trajectory: Show History');
  await historyRow(text).first().click();
  await bench.pick(action);
}

async function states(): Promise<readonly string[]> {
  return (await session.journal()).map(({ state }) => state);
}

function delivered(): number {
  return session.service.deliveries() - before.deliveries;
}

/** What the service received in this test. */
function received(): string {
  return session.service.received().slice(before.received);
}

function clipboard(): Promise<string> {
  return bench.page.evaluate<string>('navigator.clipboard.readText()');
}
