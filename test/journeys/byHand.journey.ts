import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { saveAs } from './support/dialogs';
import {
  beginJob,
  type FaultSession,
  logRequest,
  startFaultSession,
  trainingJob,
} from './support/faultSession';
import { token } from './support/session';
import { keepPicture } from './support/windows';

const newToken = 'another-token-for-the-journeys';
const jobId = 'b7c1d2e3-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const created = httpResponse('201 Created', JSON.stringify({ id: jobId }));
const job = 'late.training-job.json';
const request = 'calm.trajectory.json';
const changing = 'changing.training-job.json';
const lost = 'lost.trajectory.json';
const groups = 'groups.trajectories.jsonl';
const renamed = 'renamed.trajectory.json';
const otherName = 'rollouts.json';
/** Larger than VS Code's limit for extensions. */
const tooLarge = 'large.trajectory.json';
/** Larger than the socket buffers of both sides, so that a stalled reader stalls the progress. */
const large = 'large.training-job.json';
const largeText = largeJob(18);

let session: FaultSession;
let bench: Workbench;
let before = { deliveries: 0, received: 0 };

beforeAll(async () => {
  session = await startFaultSession({
    [job]: trainingJob('by hand'),
    [request]: logRequest(),
    [changing]: trainingJob('as it was'),
    [lost]: logRequest('lost'),
    [otherName]: logRequest('of another name'),
    [groups]: '{"trajectories": [{"messages_and_choices": [], "rewrad": 1}]}\n',
    [large]: largeText,
  });
  // In MB: a remote editor asks before it opens a file larger than 10.
  await session.setUp({ 'workbench.editorLargeFileConfirmation': 50 });
  await writeFile(
    join(session.folder, tooLarge),
    logRequest().replace('Hello.', 'x'.repeat(51 * 1024 * 1024)),
  );
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

it('Retry sends only once the service listens again', async () => {
  session.answerWith(created);
  await session.service.stopListening();
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem('Not Sent').waitFor();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await expect.poll(() => states()).toEqual(['prepared', 'failed', 'prepared', 'failed']);
  expect(delivered()).toBe(0);

  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect((await states()).slice(4)).toEqual(['prepared', 'sent', 'accepted']);
  expect(delivered()).toBe(1);
});

it('after a 401, Set Access Token asks for another token, and then whether to send again with it', async () => {
  session.answerWith(httpResponse('401 Unauthorized', '{"detail": "Unauthorized"}'));
  await bench.openFile(request);
  await log();
  await bench.confirm('Log the trajectories?', 'Log');
  await bench.statusItem('Rejected').waitFor();
  session.answerWith(httpResponse('200 OK', '{}'));
  await bench.pressNotification('The service does not accept the access token', 'Set Access Token');
  await bench.answer('Access token for', newToken);
  await bench.dialog.filter({ hasText: 'Log the trajectories again?' }).waitFor();
  expect(received()).toContain(`Authorization: Bearer ${token}\r\n`);
  expect(delivered()).toBe(1);
  await bench.confirm('Log the trajectories again?', 'Log Again');
  await bench.statusItem('Logged').waitFor();
  expect(received().split('Authorization: ').length - 1).toBe(2);
  expect(received()).toContain(`Authorization: Bearer ${newToken}\r\n`);
  expect(delivered()).toBe(2);
});

it('after a 404, the URL can be changed, even to one with a documented path, and the request can be sent again', async () => {
  session.answerWith(httpResponse('404 Not Found', '{"detail": "Not Found"}'));
  await bench.openFile(lost);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'lost-agent');
  await bench.confirm('Log the trajectories?', 'Log');
  await bench.statusItem('Rejected').waitFor();
  session.answerWith(httpResponse('200 OK', '{}'));
  await bench.pressNotification('The service does not know this URL', 'Change Service URL');
  const list = bench.quickInput.filter({ hasText: 'Training Service' });
  await list.getByRole('option', { name: 'Start Local Service' }).waitFor();
  const text = list.locator('input[type=text]');
  await text.fill('ftp://somewhere');
  await list.getByText('The service URL must begin with https://.').waitFor();
  const other = `localhost:${session.service.port}/v1/preview/`;
  await text.fill(other);
  await list.getByRole('option', { name: `Use "http://${other}"` }).click();
  await bench.confirm('No access token is known for', 'Set Access Token');
  await bench.answer('Access token for', newToken);
  await bench.dialog.waitFor();
  await keepPicture(bench.page, 'send-again');
  await bench.confirm(/URL: http:\/\/localhost:\d+\/v1\/preview\/models\/lost-agent\/log/, 'Log Again');
  await bench.statusItem('Logged').waitFor();
  expect(delivered()).toBe(2);
  await session.setUp({ 'trajectory.baseUrl': `http://127.0.0.1:${session.service.port}` });
});

it('after a 404, another model id can be given, or the same request sent again', async () => {
  await bench.openFile(lost);
  for (const [button, model] of [
    ['Send Again', 'wrong-agent'],
    ['Change Model Id', 'right-agent'],
  ] as const) {
    session.answerWith(httpResponse('404 Not Found', '{"detail": "Not Found"}'));
    await bench.runCommand('Trajectory: Log Trajectories');
    await bench.answer('Model Id', 'wrong-agent');
    await bench.confirm(/Log the trajectories( again)?\?/, 'Log');
    await bench.statusItem('Rejected').waitFor();
    session.answerWith(httpResponse('200 OK', '{}'));
    await bench.pressNotification('The service does not know this URL', button);
    if (model !== 'wrong-agent') await bench.answer('Model Id', model);
    await bench.confirm(new RegExp(`/v1/preview/models/${model}/log`), 'Log');
    await bench.statusItem('Logged').waitFor();
    await bench.runCommand('Notifications: Clear All Notifications');
  }
  expect(delivered()).toBe(4);
});

it('after a 429 or a 503, Send Again asks first, and says how long to wait or that the request may have arrived', async () => {
  await bench.openFile(lost);
  const later = httpResponse('429 Too Many Requests', '{}', ['Retry-After: 3000']);
  for (const [bytes, says] of [
    [later, 'The service is receiving too many requests.'],
    [httpResponse('503 Service Unavailable'), 'The service is not available at the moment.'],
  ] as const) {
    session.answerWith(bytes);
    await bench.runCommand('Trajectory: Log Trajectories');
    // The last model is offered first, whatever the outcome.
    const last = bytes === later ? 'right-agent' : 'lost-agent';
    await bench.quickInput.locator('.monaco-list-row.focused').filter({ hasText: last }).waitFor();
    await bench.answer('Model Id', 'lost-agent');
    await bench.confirm('Log the trajectories', 'Log');
    await bench.pressNotification(says, 'Send Again');
    const question = bench.dialog.filter({ hasText: 'Log the trajectories again?' });
    const told = bytes === later ? 'asks you to wait until' : 'and may have arrived';
    await question.getByText(told).waitFor();
    await bench.confirm('Log the trajectories again?', 'Cancel');
    await bench.runCommand('Notifications: Clear All Notifications');
  }
  expect(delivered()).toBe(2);
});

it('a request in progress can be cancelled from the status bar', async () => {
  const held = session.holdAnswer(httpResponse('200 OK', '{}'));
  await bench.openFile(lost);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'slow-agent');
  await bench.confirm('Log the trajectories?', 'Log');
  await held;
  await bench.notification('sent, waiting for the response').waitFor();
  await bench.page.getByRole('button', { name: 'Trajectory Tools: Trajectories are being logged.' }).click();
  await bench.pick('Cancel This Request');
  await bench.statusItem('Outcome Unknown').waitFor();
  expect(delivered()).toBe(1);
});

it('the details of a request open in an editor, with text to copy and links to click', async () => {
  const { page } = bench;
  await bench.runCommand('Trajectory: Show Latest Outcome');
  await page.getByRole('tab', { name: /^Request \d/, selected: true }).waitFor();
  await page.locator('.codelens-decoration a', { hasText: 'Copy All' }).click();
  await expect.poll(() => clipboard()).toContain('Document:');
  const details = await clipboard();
  expect(details).toMatch(/^Outcome: +Cancelled while the request was under way\..*\n/);
  expect(details).toMatch(/\nDocument: +lost\.trajectory\.json\n/);
  expect(details).toContain('slow-agent');
  await keepPicture(page, 'details');
  await bench.focusEditor();
  await page.keyboard.type('x');
  await page.getByText('Cannot edit in read-only editor').first().waitFor();
  await page.keyboard.press('Escape');
  await page
    .locator('.view-line')
    .getByText(lost)
    .click({ modifiers: ['Control'], force: true });
  await page.getByRole('tab', { name: lost, selected: true }).waitFor();
});

it('Copy as curl offers to save a request body that is not in a file', async () => {
  session.answerWith(httpResponse('200 OK', '{}'));
  await bench.openFile(groups);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'piece-agent');
  const split = bench.quickInput.filter({ hasText: 'Log Trajectories: Split' });
  for (const name of ['train', 'val', 'test']) await split.getByRole('option', { name }).first().waitFor();
  await bench.answer('Log Trajectories: Split', 'my split');
  await bench.confirm(/Split: my split.*Problems: 1 warning/s, 'Log');
  await bench.statusItem('Logged').waitFor();
  const sent = received().slice(received().indexOf('\r\n\r\n') + 4);
  await choose('piece-agent', 'Copy as curl');
  await bench.pressNotification('It sends body.json, the request body', 'Save body.json…');
  await bench.quickInput.getByText('Save the Request Body').waitFor();
  await saveAs(bench, 'body.json', join(session.folder, 'body.json'));
  await (
    await bench.listedNotification('Saved body.json. It is identical to the request that was sent.')
  ).waitFor();
  expect(await readFile(join(session.folder, 'body.json'), 'utf8')).toBe(sent);
});

it('the history is filtered by typed text, and opens the document of a request', async () => {
  await bench.runCommand('Trajectory: Show History');
  // The latest requests are visible.
  await historyRow(groups).first().waitFor();
  await bench.page.keyboard.type(jobId.slice(0, 8));
  await historyRow(groups).first().waitFor({ state: 'detached' });
  await historyRow(job).first().waitFor();
  expect(await historyRow(job).allInnerTexts()).toEqual([expect.stringContaining(jobId)]);
  await bench.pick(new RegExp(jobId));
  await bench.pick('Open Document');
  await bench.page.getByRole('tab', { name: job, selected: true }).waitFor();
});

it('a job id can be copied from the history', async () => {
  await choose(jobId, 'Copy Job Id');
  await expect.poll(() => clipboard()).toBe(jobId);
});

it('a request can be copied as a curl command, with a variable for the token', async () => {
  await choose('support-agent', 'Copy as curl');
  const url = `http://127.0.0.1:${session.service.port}/v1/preview/models/support-agent/log`;
  await expect.poll(() => clipboard()).toContain(url);
  const command = await clipboard();
  expect(command).toContain('--header "Authorization: Bearer $TOKEN"');
  expect(command).toContain(`--data-binary '@${session.folder}/${request}'`);
  expect(command).not.toContain(newToken);
});

it('Send Again… says what was sent before, and sends after a confirmation', async () => {
  session.answerWith(created);
  await bench.openFile(job);
  await bench.runCommand('Trajectory: Create Training Job');
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  await bench.runCommand('Notifications: Clear All Notifications');
  await choose(jobId, 'Send Again…');
  const question = bench.dialog.filter({ hasText: 'Create a training job?' });
  await question.getByText(new RegExp(`The same request was accepted on .+ as job ${jobId}\\.`)).waitFor();
  await bench.confirm('Create a training job?', 'Cancel');
  await choose(jobId, 'Send Again…');
  await question.waitFor();
  expect(delivered()).toBe(1);
  await bench.confirm('Create a training job?', 'Create Training Job Again');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(delivered()).toBe(2);
  expect(received()).toContain(`Authorization: Bearer ${newToken}\r\n`);
});

it('Send Again… sends a file that the user treats as a trajectory file, though no editor shows it', async () => {
  session.answerWith(httpResponse('200 OK', '{}'));
  await bench.openFile(otherName);
  await bench.pressNotification(`${otherName} contains trajectories`, 'Yes');
  await bench.language.filter({ hasText: 'Trajectory' }).waitFor();
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'other-name');
  await bench.confirm(otherName, 'Log');
  await bench.statusItem('Logged').waitFor();
  await bench.closeAllEditors();
  await choose(otherName, 'Send Again…');
  await bench.confirm(otherName, 'Log Again');
  await expect.poll(delivered).toBe(2);
});

it('a file over VS Code’s limit for extensions, in the active editor, would be sent from disk', async () => {
  await bench.quickOpen(tooLarge);
  await bench.page.getByText('Open Anyway').click();
  await bench.page.locator('.view-line').getByText('"split"').waitFor();
  await log();
  await bench.confirm(/Document: large\.trajectory\.json \(53\.5 MB, sent from disk\)/, 'Cancel');
  expect(delivered()).toBe(0);
});

it('Clear History asks first, and keeps a request in progress', async () => {
  const held = session.holdAnswer(httpResponse('200 OK', '{}'));
  await bench.openFile(request);
  await log();
  await bench.confirm('Log the trajectories', 'Log');
  const answerNow = await held;
  const all = await states();
  const ended = all.filter((state) => state === 'prepared').length - 1;
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm(`Clear ${ended} requests from the history?`, 'Cancel');
  expect(await states()).toEqual(all);
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm(`Clear ${ended} requests from the history?`, 'Clear History');
  await expect.poll(states).toEqual(['prepared', 'sent']);
  answerNow();
  await bench.statusItem('Logged').waitFor();
  expect(await states()).toEqual(['prepared', 'sent', 'logged']);
});

it('Clear History removes everything if no request is in progress, also from open details', async () => {
  const { page } = bench;
  await bench.runCommand('Trajectory: Show Latest Outcome');
  const tab = page.getByRole('tab', { name: /^Request \d/, selected: true });
  await tab.waitFor();
  await page.locator('.editor-group-container.active .view-line', { hasText: 'Outcome:' }).waitFor();
  await bench.runCommand('Trajectory: Clear History');
  await bench.confirm('Clear 1 request from the history?', 'Clear History');
  await page.locator('.view-line', { hasText: 'This request is no longer in the history.' }).waitFor();
  await bench.statusItem('Logged').waitFor({ state: 'hidden' });
  expect(await session.journal()).toEqual([]);
  await bench.runCommand('Trajectory: Show History');
  await bench.notification('Nothing has been sent yet.').waitFor();
  expect(delivered()).toBe(0);
});

it('a file that changes on disk during the confirmation must be confirmed again, and its new content is sent', async () => {
  session.answerWith(created);
  await bench.openFile(changing);
  await beginJob(bench);
  const now = trainingJob('as it is now').replace(/"model_id": "\w+/, `"model_id": "${jobId.slice(0, 8)}`);
  await writeFile(join(session.folder, changing), now);
  await bench.editor.getByText('as it is now').waitFor();
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.confirm('A document has changed since the confirmation.', 'Create Training Job');
  await bench.notification(`Training job ${jobId} was created.`).waitFor();
  expect(received()).toContain(now);
  expect(delivered()).toBe(1);
});

it('Retry asks again if the file was written after its tab was closed, and sends what it says now', async () => {
  session.answerWith(created);
  await session.service.stopListening();
  await bench.openFile(changing);
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem('Not Sent').waitFor();
  await bench.closeAllEditors();
  const now = trainingJob('written while no tab showed it');
  await writeFile(join(session.folder, changing), now);
  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await bench.confirm('A document has changed since the confirmation.', 'Create Training Job');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect(received()).toContain(now);
  expect(delivered()).toBe(1);
});

it('Retry sends what the file says that an untitled document has become', async () => {
  const { page } = bench;
  session.answerWith(created);
  await session.service.stopListening();
  await bench.runCommand('Create: New File...');
  await bench.filter('Training Job Request');
  await bench.pick(/^Training Job Request/);
  await page.getByRole('tab', { name: /^Untitled-/, selected: true }).waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), trainingJob('not saved yet'));
  // The template is inserted when its editor is already there, and selects a part of itself.
  await bench.editor.getByText('"system"').waitFor();
  const pasted = bench.editor.filter({ hasText: 'not saved yet', hasNotText: '"system"' });
  await bench.pressUntil('Control+A Control+V', pasted);
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
  await bench.statusItem('Not Sent').waitFor();
  await bench.focusEditor();
  await bench.pressUntil('Control+S', bench.quickInput);
  await bench.acceptPath();
  const tab = page.getByRole('tab', { name: /^Untitled-\d+\.trajectory\.json/, selected: true });
  const file = join(session.folder, (await tab.getAttribute('data-resource-name'))!);
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('not saved yet');
  const now = trainingJob('written since it was saved');
  await writeFile(file, now);
  await bench.editor.getByText('written since it was saved').waitFor();
  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await bench.confirm('A document has changed since the confirmation.', 'Create Training Job');
  await bench.statusItem(`Job ${jobId.slice(0, 8)}`).waitFor();
  expect(received()).toContain(now);
  expect(delivered()).toBe(1);
});

it('the progress shows the bytes sent, and Cancel after the first byte leaves the outcome unknown', async () => {
  let readOn = (): void => {};
  session.serve(({ socket }) => {
    socket.pause();
    readOn = () => socket.resume();
  });
  await bench.openFile(large);
  // The extension receives the text later than the editor shows it.
  await bench.editor.getByText('Create Training Job').waitFor();
  await beginJob(bench);
  await bench.confirm('Create a training job?', 'Create Training Job');
  const progress = bench.notification(`Creating a training job at localhost:${session.service.port}`);
  const size = `${(Buffer.byteLength(largeText) / 1e6).toFixed(1)} MB`;
  // Nothing is read yet: the progress counts bytes in the system's buffers.
  const part = progress.getByText(new RegExp(`: \\d+\\.\\d MB of ${size}`));
  await part.waitFor();
  expect(await part.innerText()).not.toContain(`${size} of`);
  expect(delivered()).toBe(0);

  readOn();
  await progress.getByText(`${size} sent, waiting for the response`).waitFor();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await bench.statusItem('Outcome Unknown').waitFor();
  const told = 'Cancelled while the request was under way. The request may or may not have taken effect.';
  await bench.notification(told).waitFor();
  await progress.waitFor({ state: 'detached' });
  expect((await states()).slice(-3)).toEqual(['prepared', 'sent', 'unknown']);
  expect(delivered()).toBe(1);
});

/** A training job of about `size` MB, in lines of 4 KB. */
function largeJob(size: number): string {
  const [start, end] = trainingJob('in many lines').split('"in many lines"') as [string, string];
  const turn = JSON.stringify({ role: 'user', content: 'x'.repeat(4000) });
  return `${start}""}${`,\n${turn}`.repeat(size * 250 - 1)}${end.slice(end.indexOf('}') + 1)}`;
}

/** Logs the document in the editor, up to the confirmation; answers the question for the model. */
it('Retry and Send Again find a file that was renamed meanwhile, after confirmation', async () => {
  session.answerWith(httpResponse('200 OK', '{}'));
  await session.service.stopListening();
  await bench.openFile(lost);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'renamed-agent');
  await bench.confirm('Log the trajectories?', 'Log');
  await bench.statusItem('Not Sent').waitFor();
  await bench.renameFile(lost, renamed);
  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Retry');
  await bench.confirm(renamed, 'Log');
  await bench.statusItem('Logged').waitFor();

  await bench.renameFile(renamed, lost);
  await bench.runCommand('Trajectory: Show History');
  await bench.pick(/Logged.*renamed-agent/);
  await bench.pick('Send Again…');
  await bench.confirm(lost, 'Log Again');
  await expect.poll(delivered).toBe(2);
});

async function log(): Promise<void> {
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
}

function historyRow(text: string): Locator {
  return bench.quickInput.getByRole('option').filter({ hasText: text });
}

/** Chooses an action for the latest send whose row contains `text`. */
async function choose(text: string, action: string): Promise<void> {
  await bench.runCommand('Trajectory: Show History');
  // Older requests are scrolled out of view.
  await bench.filter(text);
  await bench.pick(text);
  await bench.pick(action);
}

async function states(): Promise<readonly string[]> {
  return (await session.journal()).map(({ state }) => state);
}

function delivered(): number {
  return session.service.deliveries() - before.deliveries;
}

/** Everything the service received in this test. */
function received(): string {
  return session.service.received().slice(before.received);
}

function clipboard(): Promise<string> {
  return bench.page.evaluate<string>('navigator.clipboard.readText()');
}
