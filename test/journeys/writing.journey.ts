import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpResponse } from '../faults/rawServer';
import type { Workbench } from '../vscode/workbench.mjs';
import { type FaultSession, startFaultSession } from './support/faultSession';
import { token } from './support/session';

const another = { modelId: 'another-agent' };

/** A task that needs the result of the command. */
const tasks = {
  version: '2.0.0',
  inputs: [{ id: 'log', type: 'command', command: 'trajectory.logTrajectories', args: another }],
  tasks: [
    {
      label: 'Log It',
      type: 'process',
      command: 'true',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces it
      args: ['${input:log}'],
      group: { kind: 'build', isDefault: true },
      problemMatcher: [],
    },
  ],
};

const half = 'half.trajectory.json';
const long = 'long.trajectory.json';
const bare = 'bare.trajectories.jsonl';

/** A log request with these members of its only trajectory, in line 7. */
const request = (members: string) =>
  `{\n  "split": "train",\n  "trajectory_groups": [\n    {\n      "trajectories": [\n        {\n          ${members}\n        }\n      ]\n    }\n  ]\n}\n`;

/** A log request of one group, whose trajectories are longer than a window. */
const turns = Array.from({ length: 60 }, (_, turn) => ({ role: 'user', content: `turn ${turn}` }));
const trajectories = [0.25, 0.75].map((reward) => ({ messages_and_choices: turns, reward }));
const longRequest = JSON.stringify({ split: 'train', trajectory_groups: [{ trajectories }] }, null, 2);

const bareLines = ['0.5', '1.50'].map((reward) => `{"messages_and_choices": [], "reward": ${reward}}`);

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  session = await startFaultSession({
    [half]: request(''),
    'key.trajectory.json': request('"reXXX": 1'),
    'bracket.trajectory.json': request('"tools":'),
    '.vscode/tasks.json': JSON.stringify(tasks),
    [long]: longRequest,
    [bare]: `${bareLines.join('\n')}\n`,
  });
  await session.setUp({
    'files.autoSave': 'off',
    'trajectory.confirmLog': false,
    // Opens a large file without a question of its own.
    'workbench.editorLargeFileConfirmation': 1000,
    // The text of a terminal is in the page, not in a picture.
    'terminal.integrated.gpuAcceleration': 'off',
  });
  bench = await session.open(half);
  await bench.page.locator('.codelens-decoration').first().waitFor();
  await bench.runCommand('Trajectory: Set Access Token');
  await bench.answer('Access token for', token);
});

afterAll(() => session?.close());

it('the suggestion list opens while a key is typed, with documentation beside it', async () => {
  const { page } = bench;
  await bench.goTo('7:11');
  await page.keyboard.type('"re');
  await suggestion('reward').waitFor();
  await page.keyboard.press('Control+Space');
  const details = page.locator('.suggest-details-container');
  await details.getByText('The numeric reward of this trajectory').waitFor();
  await page.keyboard.press('Control+Space');
  await details.waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await lineOf('"reward": 0').waitFor();
  // The value is selected: typing replaces it.
  await page.keyboard.type('0.5');
  await lineOf('"reward": 0.5').waitFor();
  await page.locator('.squiggly-error').first().waitFor({ state: 'hidden' });
});

it('the suggestion list opens again after a comma and a new line', async () => {
  const { page } = bench;
  await page.keyboard.press('End');
  await page.keyboard.type(',');
  await page.keyboard.press('Enter');
  await suggestion('messages_and_choices').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+K');
  await bench.goTo('7:25');
  await page.keyboard.press('Backspace');
});

// Shift+Enter acts like Enter in the other mode (`insert` or `replace`).
it.each([
  ['Enter', '"reward": 1'],
  ['Tab', '"reward": 1'],
  ['Shift+Enter', '"rewardXXX": 1'],
])('%s inserts a suggested key at a partial key: %s', async (key, after) => {
  const { page } = bench;
  await bench.openFile('key.trajectory.json');
  await bench.goTo('7:14');
  await page.keyboard.type('w');
  await page.keyboard.press('Control+Space');
  await suggestion('reward').waitFor();
  await page.keyboard.press(key);
  await lineOf(after).waitFor();
  await bench.runCommand('File: Revert File');
  await lineOf('"reXXX": 1').waitFor();
});

it('Enter after a typed bracket breaks the line, although a whole value was suggested', async () => {
  const { page } = bench;
  await bench.openFile('bracket.trajectory.json');
  await bench.goTo('7:19');
  await page.keyboard.type(' ');
  await suggestion('[ … ]').waitFor();
  await page.keyboard.type('[');
  await suggestion('[ … ]').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.keyboard.type('1');
  await bench.runCommand('Join Lines');
  await lineOf('1 ]').waitFor();
  await bench.runCommand('File: Revert File');
});

it('breadcrumbs and sticky scroll show the group and trajectory at the cursor', async () => {
  const lineAt = (offset: number) => longRequest.slice(0, offset).split('\n').length;
  await bench.openFile(long);
  await bench.goTo(`${lineAt(longRequest.indexOf('"reward": 0.75'))}:11`);
  const path = bench.page.locator('.monaco-breadcrumbs .monaco-breadcrumb-item');
  await path.filter({ hasText: 'Trajectory 2' }).waitFor();
  expect((await path.allInnerTexts()).map((text) => text.trim()).slice(-3)).toEqual([
    'Group 1 · 2 trajectories',
    'Trajectory 2 · reward 0.75 · 60 messages',
    'reward',
  ]);
  const inSight = bench.editor.locator('.sticky-widget .sticky-line-number');
  const lines = [longRequest.indexOf('"trajectories"'), longRequest.lastIndexOf('"messages_and_choices"')];
  await expect
    .poll(async () => (await inSight.allInnerTexts()).slice(0, 2).map(Number))
    .toEqual(lines.map(lineAt));
});

it('the lens above a document always asks, because a link could run the same command', async () => {
  serve();
  await bench.openFile(half);
  // It is above the first line, which earlier tests may have scrolled away.
  await bench.goTo('1:1');
  await bench.page.locator('.codelens-decoration a', { hasText: 'Log' }).first().click();
  await bench.answer('Model Id', 'support-agent');
  await bench.confirm(/Document: half\.trajectory\.json/, 'Cancel');
  expect(session.service.received()).toBe('');
});

it('the button above a document logs it without asking if the confirmation is turned off', async () => {
  serve();
  await bench.openFile(half);
  await bench.page
    .locator('.editor-actions')
    .getByRole('button', { name: /^Log Trajectories/ })
    .click();
  await bench.answer('Model Id', 'support-agent');
  await bench.statusItem('Logged').waitFor();
  expect(bodyOf(session.service.received())).toBe(request('"reward": 0.5'));
});

it('the button of a message asks before it sends, even if the confirmation is turned off', async () => {
  serve();
  const before = session.service.received().length;
  await session.service.stopListening();
  await bench.openFile(long);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.pick('support-agent');
  await bench.statusItem('Not Sent').waitFor();
  await session.service.listenAgain();
  await bench.pressNotification('The service refused the connection', 'Change Service URL');
  const list = bench.quickInput.filter({ hasText: 'Training Service' });
  const other = `127.0.0.1:${session.service.port}/other`;
  await list.locator('input[type=text]').fill(other);
  await list.getByRole('option', { name: `Use "http://${other}"` }).click();
  await bench.confirm(`URL: http://${other}/`, 'Cancel');
  expect(session.service.received().slice(before)).toBe('');
  await bench.runCommand('Notifications: Clear All Notifications');
  await session.setUp({ 'trajectory.baseUrl': `http://127.0.0.1:${session.service.port}` });
});

it.each([
  ['One Group', `[{"trajectories":[${bareLines.join(',')}]}]`],
  ['One Group Each', `[${bareLines.map((line) => `{"trajectories":[${line}]}`).join(',')}]`],
])('trajectories without a group are logged with the chosen grouping: %s', async (choice, groups) => {
  serve();
  const before = session.service.received().length;
  const body = `{"split":"train","trajectory_groups":${groups}}`;
  await bench.openFile(bare);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.pick('support-agent');
  await bench.pick('train');
  await bench.pick(choice);
  await expect.poll(() => bodyOf(session.service.received().slice(before))).toBe(body);
});

it('what is typed is the answer, even if Enter follows before another answer that contains it is out of sight', async () => {
  serve();
  const before = session.service.received().length;
  await bench.openFile(bare);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.pick('support-agent');
  await bench.answer('Split', 's');
  await bench.pick(/^One Group Each/);
  await expect.poll(() => bodyOf(session.service.received().slice(before))).toContain('{"split":"s",');
});

it('an answer can be chosen by a part of it', async () => {
  serve();
  const before = session.service.received().length;
  await bench.openFile(bare);
  await bench.runCommand('Trajectory: Log Trajectories');
  await bench.pick('support-agent');
  await bench.quickInput.getByRole('option', { name: /^test/ }).waitFor();
  await bench.filter('tes');
  const row = bench.quickInput.locator('.monaco-list-row.focused');
  await row.filter({ hasText: 'as you typed it' }).waitFor();
  await bench.pressUntil('ArrowDown', row.filter({ hasNotText: 'as you typed it' }));
  await bench.page.keyboard.press('Enter');
  await bench.pick(/^One Group Each/);
  await expect.poll(() => bodyOf(session.service.received().slice(before))).toContain('{"split":"test",');
});

it('a key binding with arguments still asks, and shows what would be sent', async () => {
  serve();
  const before = session.service.received().length;
  const command = 'trajectory.logTrajectories';
  const uri = pathToFileURL(join(session.folder, 'key.trajectory.json')).href;
  const bindings = [
    { key: 'f9', command, args: another },
    // It names the open document, as a lens does.
    { key: 'f8', command, args: { uri } },
  ];
  // The palette lists default key bindings first.
  await bench.page.keyboard.press('F1');
  await bench.quickInput.locator('input').first().fill('>Open Keyboard Shortcuts (JSON)');
  await bench.pick(/^Preferences: Open Keyboard Shortcuts \(JSON\)/);
  await bench.page.getByRole('tab', { name: 'keybindings.json', selected: true }).waitFor();
  await bench.focusEditor();
  await bench.page.keyboard.press('Control+A');
  await bench.page.keyboard.insertText(JSON.stringify(bindings));
  // Removes the brackets that the editor closed automatically.
  await bench.page.keyboard.press('Control+Shift+End');
  await bench.page.keyboard.press('Delete');
  await bench.page.keyboard.press('Control+S');
  await bench.page.locator('.tab.dirty', { hasText: 'keybindings.json' }).waitFor({ state: 'hidden' });
  await bench.openFile('key.trajectory.json');
  await bench.page.keyboard.press('F9');
  await bench.confirm(/Document: key\.trajectory\.json.*Model: another-agent/s, 'Cancel');
  await bench.page.keyboard.press('F8');
  await bench.pick('support-agent');
  await bench.confirm(/Document: key\.trajectory\.json.*Model: support-agent/s, 'Cancel');
  expect(session.service.received().length).toBe(before);
});

it('a link to the command in a Markdown file still asks, and shows what would be sent', async () => {
  serve();
  const before = session.service.received().length;
  const uri = pathToFileURL(join(session.folder, 'key.trajectory.json')).href;
  const command = `command:trajectory.logTrajectories?${encodeURIComponent(JSON.stringify({ ...another, uri }))}`;
  await writeFile(join(session.folder, 'notes.md'), `A [link](${command}) in notes.\n`);
  await bench.openFile('notes.md');
  await bench.goTo('1:20');
  await bench.editor.locator('.detected-link').first().waitFor();
  await bench.runCommand('Open Link');
  await bench.confirm(/Document: key\.trajectory\.json.*Model: another-agent/s, 'Cancel');
  expect(session.service.received().length).toBe(before);
});

it('a file above 50 MB is said to be unchecked, and can be checked in a terminal', async () => {
  const name = 'large.trajectories.jsonl';
  const line = `{"trajectories": [{"reward": "1", "metadata": {"text": "${'x'.repeat(2 ** 20)}"}}]}\n`;
  await writeFile(join(session.folder, name), line.repeat(51));
  await bench.page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
  const said = bench.notification(`${name} is not checked: VS Code gives extensions no text above 50 MB.`);
  await bench.statusItem('Not checked').waitFor();
  await said.getByRole('button', { name: 'Check in Terminal' }).click();
  await bench.page.locator('.xterm-rows').getByText('51 errors, 20 information.').waitFor();
  await bench.openFile(half);
  await bench.statusItem('Not checked').waitFor({ state: 'hidden' });
});

it('a task with arguments still asks, and shows what would be sent', async () => {
  serve();
  const before = session.service.received().length;
  await bench.openFile('key.trajectory.json');
  await bench.runCommand('Tasks: Run Build Task');
  await bench.confirm(/Document: key\.trajectory\.json.*Model: another-agent/s, 'Cancel');
  expect(session.service.received().length).toBe(before);
});

function serve(): void {
  session.serve(async ({ socket, request }) => {
    await request;
    socket.end(httpResponse('200 OK', '{}'));
  });
}

/** The body of the only request. */
function bodyOf(received: string): string {
  return received.slice(received.indexOf('\r\n\r\n') + 4);
}

function suggestion(name: string): Locator {
  return bench.page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: name });
}

function lineOf(text: string): Locator {
  return bench.editor.locator('.view-line').filter({ hasText: text });
}
