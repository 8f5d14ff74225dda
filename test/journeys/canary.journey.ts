import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Conversation, httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { signalExtensionHost } from './support/extensionHosts';
import { type FaultSession, logRequest, startFaultSession } from './support/faultSession';
import { filesBelow, holdsSecret } from './support/secrets';

/** An access token that can be found wherever it leaks. */
const canary = 'canary-token-7c09e1f4b2';
const escaped = canary.replace('c', '\\u0063');
const echo = [
  { loc: ['body', 'split'], msg: `not allowed for ${canary}`, type: canary },
  { loc: ['header', 'authorization', canary], msg: `Bearer ${canary}`, type: 'value_error' },
];

/** Each response repeats the token wherever possible. */
const outcomes: readonly Outcome[] = [
  {
    name: 'a 422',
    says: 'The service found 2 errors',
    status: 'Rejected',
    bytes: httpResponse('422 Unprocessable Entity', JSON.stringify({ detail: echo, input: canary })),
  },
  {
    name: 'a 401',
    says: 'does not accept the access token',
    status: 'Rejected',
    bytes: httpResponse('401 Unauthorized', `{"detail": "${canary} or ${escaped} is no token"}`),
  },
  {
    name: 'a redirect',
    says: 'The service redirects',
    status: 'Rejected',
    bytes: httpResponse('307 Temporary Redirect', '', [`Location: http://127.0.0.1:9/?token=${canary}`]),
  },
  { name: 'a reset', says: 'may or may not have taken effect', status: 'Outcome Unknown', bytes: null },
  {
    name: 'success',
    says: 'The trajectories were logged',
    status: 'Logged',
    bytes: httpResponse('200 OK', `{"token": "${canary}"}`),
  },
];

interface Outcome {
  readonly name: string;
  readonly says: string;
  readonly status: string;
  /** The response; null to reset the connection. */
  readonly bytes: string | null;
}

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  const files = outcomes.map((_, index) => [fileOf(index), logRequest(`split ${index}`)]);
  const documents = { ...Object.fromEntries(files), [reportFile]: logRequest('report') };
  session = await startFaultSession(documents, {
    env: { NODE_OPTIONS: `--require="${join(import.meta.dirname, 'support/plainLogger.cjs')}"` },
    // The most verbose logs.
    log: 'trace',
  });
  await session.setUp({ 'trajectory.trace.server': 'verbose' });
  bench = await session.open(fileOf(0));
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', canary);
  await bench.statusItem('Access token set').waitFor();
});

afterAll(() => session?.close());

it.each(outcomes)('the window does not show the token after $name', async ({ says, status, bytes }) => {
  const sent = sendsOf(session.service.received());
  session.serve((conversation) => reply(conversation, bytes));
  await bench.openFile(fileOf(outcomes.findIndex((outcome) => outcome.says === says)));
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm('Log the trajectories?', 'Log');
  await (await bench.listedNotification(says)).first().waitFor();
  await bench.statusItem(status).waitFor();
  expect(sendsOf(session.service.received())).toBe(sent + 1);
  expect(await bench.page.content()).not.toContain(canary);
});

it('problems, details and history do not show the token', async () => {
  // While the notification list is open, Escape closes it.
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.openFile(fileOf(0));
  await bench.runCommand('Problems: Focus on Problems View');
  await bench.page
    .locator('.markers-panel')
    .getByText('the service repeated the access token here')
    .first()
    .waitFor();
  await bench.runCommand('Trajectory: Show Latest Outcome');
  await bench.editor.getByText('The trajectories were logged').waitFor();
  expect(await bench.page.content()).not.toContain(canary);
  await bench.runCommand('Trajectory: Show History');
  await bench.quickInput.getByText(fileOf(1)).waitFor();
  expect(await bench.page.content()).not.toContain(canary);
  await bench.dismiss();
});

it('the copied curl command contains a variable instead of the token', async () => {
  await bench.runCommand('Trajectory: Show History');
  await bench.pick(/Rejected/);
  await bench.pick('Copy as curl');
  await bench.quickInput.waitFor({ state: 'hidden' });
  await expect.poll(() => clipboard(bench.page)).toContain('Bearer $TOKEN');
  expect(await clipboard(bench.page)).not.toContain(canary);
});

it('the output channel does not contain the token', async () => {
  await bench.runCommand('Output: Show Output Channels');
  await bench.pick(/^Trajectory Tools/);
  const output = bench.page.locator('.output-view-pane, .output-view').first();
  await output
    .getByText(/logged.200/)
    .first()
    .waitFor();
  expect(await output.textContent()).not.toContain(canary);
});

it('a diagnostic report of the extension host is written during a request', async () => {
  const held = session.holdAnswer(httpResponse('200 OK', '{}'));
  await bench.openFile(reportFile);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm('Log the trajectories?', 'Log');
  const answerNow = await held;
  const sender = (await session.journal()).findLast((record) => record.state === 'prepared');
  await signalExtensionHost(sender?.state === 'prepared' ? sender.process : 0, 'SIGUSR2');
  await expect.poll(() => reports()).toHaveLength(1);
  answerNow();
  await expect.poll(async () => (await session.journal()).at(-1)?.state).toBe('logged');
});

it('no file of the editor or the extension contains the token', async () => {
  const files = [...(await filesBelow(session.profile)), ...(await filesBelow(session.folder))];
  const url = `http://127.0.0.1:${session.service.port}`;
  const [withToken, withUrl, withTrace]: [string[], string[], string[]] = [[], [], []];
  for (const file of files) {
    const bytes = await readFile(file);
    if (holdsSecret(bytes, canary)) withToken.push(file);
    if (bytes.includes(url)) withUrl.push(file);
    if (bytes.includes("Sending notification 'textDocument/didOpen")) withTrace.push(file);
  }
  expect(withToken).toEqual([]);
  // Data that may be kept is found in the same way, so the token would be, too.
  for (const place of [/\/journal\/\d{4}-\d{2}\.jsonl$/, /\/Trajectory Tools\.log$/]) {
    expect(withUrl.filter((file) => place.test(file))).toHaveLength(1);
  }
  expect(withTrace).not.toEqual([]);
  expect(files.filter((file) => reportName.test(file))).toHaveLength(1);
});

it('the browser does not store the token', async () => {
  // In a browser workbench, secrets stay in the window's memory: here the
  // secret storage has no file. On the desktop it has one, encrypted with a key from the system's keyring.
  const kept = JSON.stringify(await bench.page.context().storageState({ indexedDB: true }));
  // The extension's own data is found there: the URLs that have a token.
  expect(kept).toContain('trajectory.tokenOrigins');
  expect(holdsSecret(Buffer.from(kept), canary)).toBe(false);
});

const reportFile = 'report.trajectory.json';
const reportName = /\/report\.\d+\.[^/]*\.json$/;

async function reports(): Promise<readonly string[]> {
  return (await filesBelow(session.profile)).filter((file) => reportName.test(file));
}

function fileOf(index: number): string {
  return `outcome-${index}.trajectory.json`;
}

async function reply({ socket, request }: Conversation, bytes: string | null): Promise<void> {
  await request;
  if (bytes === null) socket.resetAndDestroy();
  else socket.end(bytes);
}

/** Number of requests with the token. */
function sendsOf(received: string): number {
  return received.split(`Authorization: Bearer ${canary}`).length - 1;
}

function clipboard(page: Page): Promise<string> {
  return page.evaluate<string>('navigator.clipboard.readText()');
}
