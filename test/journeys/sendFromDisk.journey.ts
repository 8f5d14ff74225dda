import { createHash } from 'node:crypto';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, logRequest, startFaultSession } from './support/faultSession';
import { token } from './support/session';
import { keepPicture } from './support/windows';

const name = 'large.trajectories.jsonl';
const group = (reward: string) =>
  `{"trajectories": [{"messages_and_choices": [], "reward": ${reward}, "metadata": {"text": "${'x'.repeat(2 ** 20)}"}}]}`;
const groups = Array.from({ length: 51 }, (_, i) => group(String(i)));
const path = (): string => join(session.folder, name);
/** The lines as one request. */
const body = (items: readonly string[]) => `{"split":"train","trajectory_groups":[${items.join(',')}]}`;

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await startFaultSession({
    'small.trajectory.json': logRequest(),
    [name]: `${groups.join('\n')}\n`,
  });
  // Otherwise the editor asks before it shows the file.
  await session.setUp({ 'workbench.editorLargeFileConfirmation': 1024, 'files.autoSave': 'off' });
  bench = await session.open('small.trajectory.json');
});
afterAll(() => session?.close());

/** *Log Trajectories* in the explorer's menu on the large file, until something of it is shown. */
async function logFromExplorer(shown: ReturnType<Workbench['notification']>): Promise<void> {
  const { page } = bench;
  await bench.runCommand('File: Focus on Files Explorer');
  await page.locator('.explorer-folders-view').getByText(name, { exact: true }).click({ button: 'right' });
  await bench.choose(page.locator('.monaco-menu').getByText('Log Trajectories'), shown);
}

async function lastRecords(count: number): Promise<readonly string[]> {
  return (await session.journal()).slice(-count).map(({ state }) => state);
}

it('Log Trajectories in the explorer menu sends a file above 50 MB from disk', async () => {
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
  session.answerWith(httpResponse('200 OK', '{}'));
  await logFromExplorer(bench.quickInput.getByText('Model Id').first());
  await bench.answer('Log Trajectories: Model Id', 'support-agent');
  await bench.pick('train');
  await bench.dialog.filter({ hasText: 'sent from disk' }).waitFor();
  await keepPicture(bench.page, 'send from disk');
  await bench.confirm(
    /Document: large\.trajectories\.jsonl \(53\.5 MB, sent from disk\).*51 groups, 51 trajectories/s,
    'Log',
  );
  await bench.statusItem('Logged').waitFor();
  expect(session.service.received().endsWith(`\r\n\r\n${body(groups)}`)).toBe(true);
  const [prepared] = (await session.journal()).slice(-3);
  const sha256 = createHash('sha256').update(body(groups)).digest('hex');
  expect(prepared).toMatchObject({ state: 'prepared', sha256, verbatim: false, groups: 51 });
  expect(await lastRecords(3)).toEqual(['prepared', 'sent', 'logged']);
});

it('asks again about the same lines, and Cancel in the middle leaves the outcome unknown', async () => {
  session.serve(({ socket }) => void socket.pause());
  await logFromExplorer(bench.quickInput.getByText('Model Id').first());
  await bench.pick('support-agent');
  await bench.pick('train');
  await bench.confirm(/The same request was accepted on/, 'Log Again');
  const progress = bench.notification(`Logging trajectories to 127.0.0.1:${session.service.port}`);
  await progress.getByText(/: \d+\.\d MB of 53\.5 MB/).waitFor();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await bench.statusItem('Outcome Unknown').waitFor();
  expect(await lastRecords(3)).toEqual(['prepared', 'sent', 'unknown']);
});

it('a file that is cut short while it is sent never arrives whole', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  let arrived = 0;
  session.serve(async ({ socket, head }) => {
    socket.on('data', (chunk) => {
      arrived += chunk.length;
    });
    await head;
    socket.pause();
    await truncate(path(), 20_000_000);
    socket.resume();
  });
  await logFromExplorer(bench.quickInput.getByText('Model Id').first());
  await bench.pick('support-agent');
  await bench.pick('train');
  await bench.confirm(/may have arrived/, 'Log Again');
  // In the list: VS Code leaves out the toast of a fourth notification within 800 ms.
  await bench.listedNotification(`${name} has changed. The request was aborted`);
  await bench.statusItem('Outcome Unknown').waitFor();
  expect(arrived).toBeLessThan(Buffer.byteLength(body(groups)));
  await writeFile(path(), `${groups.join('\n')}\n`);
});

it('errors are counted before it is sent, and those of the service are listed with their lines', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  await appendFile(path(), `\n${group('"high"')}\n`);
  const loc = ['body', 'trajectory_groups', 51, 'trajectories', 0, 'reward'];
  const detail = [{ loc, msg: 'Input should be a number', type: 'number' }];
  session.answerWith(httpResponse('422 Unprocessable Content', JSON.stringify({ detail })));
  const question = `There is an error in ${name}.`;
  await logFromExplorer(bench.dialog.filter({ hasText: question }));
  await bench.confirm(question, 'Open View');
  const problems = bench.view.getByRole('list', { name: 'Problems of the file' });
  await problems.getByRole('button', { name: /^error: 53:/ }).waitFor();
  await bench.closeEditor(`View ${name}`);
  await logFromExplorer(bench.dialog.filter({ hasText: question }));
  await bench.confirm(question, 'Send Anyway');
  await bench.pick('support-agent');
  await bench.pick('train');
  await bench.confirm(/52 groups.*Problems: 1 error/s, 'Log');
  await bench.statusItem('Rejected').waitFor();
  await bench.runCommand('Problems: Focus on Problems View');
  const entry = bench.page.locator('.markers-panel').getByText(`${loc.join('.')}: Input should be a number`);
  await entry.first().waitFor();
  await bench.page.locator('.markers-panel').getByText('[Ln 53, Col 1]').waitFor();
  await keepPicture(bench.page, 'service errors of a large file');
  // The place is only right as long as the file is as it was sent; what was said stays in the history.
  await writeFile(path(), `${groups.join('\n')}\n`);
  await entry.first().waitFor({ state: 'hidden' });
  await bench.statusItem('Rejected').click();
  await bench.page
    .getByText(`${loc.join('.')}: Input should be a number`)
    .first()
    .waitFor();
});

it('a file with unsaved changes is not sent', async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  const before = session.service.deliveries();
  await bench.page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
  await bench.page.locator('.tab.active', { hasText: name }).waitFor();
  await bench.page
    .locator('.editor-group-container.active .view-line', { hasText: 'trajectories' })
    .first()
    .waitFor();
  await bench.focusEditor();
  await bench.page.keyboard.type(' ');
  await bench.page.locator('.tab.active.dirty').waitFor();
  const said = bench.notification(`${name} has unsaved changes. Save or revert it first`);
  await logFromExplorer(said);
  await said.waitFor();
  expect(session.service.deliveries()).toBe(before);
  await bench.runCommand('File: Revert File');
  expect((await readFile(path(), 'utf8')).startsWith('{')).toBe(true);
});
