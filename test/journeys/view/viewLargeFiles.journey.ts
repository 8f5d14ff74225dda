import { appendFile, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, logRequest, startFaultSession } from '../support/faultSession';
import { keepPicture } from '../support/windows';

const small = 'small.trajectory.json';
const before = 'before.trajectories.jsonl';
const after = 'after.trajectories.jsonl';
/** How often the groups of the sample are repeated: more than 50 MB. */
const repeated = 60;

let session: FaultSession;
let bench: Workbench;
let tasks: number;

beforeAll(async () => {
  const sample = resolve(import.meta.dirname, '../../../examples/airline.trajectories.jsonl');
  const lines = (await readFile(sample, 'utf8')).trimEnd().split('\n');
  tasks = lines.length * repeated;
  const own = tasksOf(lines, {});
  // Before, a quarter of the attempts at one task passed, and not all at the other.
  const others = tasksOf(lines, { 1: '0.0', [tasks - 1]: '1.0' }).replaceAll('Thank you', 'Many thanks');
  session = await startFaultSession({ [small]: logRequest(), [before]: own, [after]: others });
  await session.setUp({ 'workbench.editorLargeFileConfirmation': 1000, 'files.autoSave': 'off' });
  bench = await session.open(small);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
});

afterAll(() => session?.close());

it('compares two files above 50 MB, sorted by the change of the mean reward', async () => {
  await openView(before);
  await bench.view.getByRole('list', { name: 'Groups' }).getByRole('listitem').first().waitFor();
  await bench.focusView();
  await bench.pressUntil('Shift+C', bench.quickInput.getByRole('option', { name: new RegExp(after) }));
  await bench.pick(new RegExp(after));
  await region().getByRole('status').getByText(`${tasks} matched groups`).waitFor();
  const bar = bench.view.getByRole('region', { name: 'Other file' });
  await bar.getByText(`${after}: 5`).waitFor();
  await bar.getByText('read from the disk').waitFor();
  await expect.poll(firstRow).toMatch(/^task_id 1: mean reward 0.25 before, 0 after, change −0.25/);
  await keepPicture(bench.page, 'large files: comparison');
  await region().getByRole('columnheader', { name: 'change' }).getByRole('button').click();
  await expect.poll(firstRow).toMatch(new RegExp(`^task_id ${tasks - 1}: .*, 1 after, change \\+`));
});

it('shows a pair side by side', async () => {
  await row(new RegExp(`^task_id ${tasks - 1}:`)).click();
  await comparison()
    .getByRole('heading', { name: new RegExp(`^task_id ${tasks - 1} · Group ${tasks}`) })
    .waitFor();
  for (const file of [before, after]) await column(file).getByRole('article').first().waitFor();
  await keepPicture(bench.page, 'large files: pair');
});

it('exports a pair as a page', async () => {
  await comparison().getByRole('button', { name: 'Export Comparison as HTML' }).click();
  await bench.acceptPath();
  const exported = join(session.folder, 'before.trajectories.comparison.html');
  const text = () => readFile(exported, 'utf8').catch(() => '');
  await expect.poll(text).toMatch(/<\/html>\n$/);
  expect(await text()).toContain(`<h1>Comparison: task_id ${tasks - 1} · Group `);
  expect(await text()).toMatch(/trajectory \d of after\.trajectories\.jsonl</);
});

it('shows each trajectory of a pair in its own text', async () => {
  await column(after).getByRole('article').last().getByRole('button', { name: 'Show in Text' }).click();
  await bench.page.locator('.tab.active', { hasText: after }).first().waitFor();
  await bench.page.locator('.statusbar').getByText(`Ln ${tasks}, Col`).waitFor();
  await comparison().getByRole('button', { name: 'All Groups' }).click();
});

it('the other file stays open when its own view is closed', async () => {
  await openView(after);
  await bench.view.getByRole('list', { name: 'Groups' }).getByRole('listitem').first().waitFor();
  await bench.focusView();
  await bench.closeEditor(`View ${after}`);
  await bench.page.getByRole('tab', { name: `View ${before}`, selected: true }).waitFor();
  await row(/^task_id 5:/)
    .or(comparison())
    .first()
    .waitFor();
  await comparePair(new RegExp(`^task_id ${tasks - 1}:`));
  await region().getByRole('button', { name: 'Swap Files' }).click();
  await expect.poll(firstRow).toMatch(/^task_id 1: /);
});

it('says that the other file has grown, and reads what was added', async () => {
  const path = join(session.folder, after);
  const [line = ''] = (await readFile(path, 'utf8')).split('\n', 1);
  await appendFile(path, `${line.replaceAll(/"task_id": ?\d+/g, '"task_id":"new"')}\n`);
  await bench.view.getByRole('region', { name: 'Other file' }).getByText('has become longer').waitFor();
  await region()
    .getByRole('button', { name: `1 only in ${after}` })
    .waitFor();
});

it('the comparison is there again after a reload of the window', async () => {
  // The last task: the files are read to their ends before it can be shown again.
  const filter = region().getByLabel('Filter matched groups');
  await filter.fill(`${tasks - 1}`);
  await row(new RegExp(`^task_id ${tasks - 1}:`)).click();
  await comparison().getByRole('article').first().waitFor();
  await bench.reload();
  const heading = new RegExp(`^task_id ${tasks - 1} · Group ${tasks}`);
  await comparison().getByRole('heading', { name: heading }).waitFor();
  await comparison().getByRole('button', { name: 'All Groups' }).click();
  await region().getByRole('status').getByText(`${tasks} matched groups`).waitFor();
  await row(new RegExp(`^task_id ${tasks - 1}:`)).waitFor();
  await filter.fill('');
});

it('follows the other file to another name, and says that it is gone', async () => {
  const { page } = bench;
  const input = page.locator('.explorer-folders-view input');
  await bench.runCommand('File: Focus on Files Explorer');
  await inExplorer(after).click({ button: 'right' });
  await bench.choose(page.getByRole('menuitem', { name: /^Rename/ }), input);
  await input.fill('renamed.trajectories.jsonl');
  await page.keyboard.press('Enter');
  await region()
    .getByRole('heading', { name: /renamed\.trajectories\.jsonl/ })
    .waitFor();
  await comparePair(/^task_id 1:/);
  const path = join(session.folder, 'renamed.trajectories.jsonl');
  await rename(path, `${path}.away`);
  await region().getByRole('alert').getByText('renamed.trajectories.jsonl is gone').waitFor();
  expect(await region().getByRole('list').count()).toBe(0);
  const bar = bench.view.getByRole('region', { name: 'Other file' });
  expect(await bar.textContent()).not.toContain('The list shows');
  await keepPicture(page, 'large files: other is gone');
  await rename(`${path}.away`, path);
  await row(/^task_id 1:/).waitFor();
});

it('the view of the other file works on when the comparison is closed', async () => {
  await openView('renamed.trajectories.jsonl');
  await bench.view.getByRole('list', { name: 'Groups' }).getByRole('listitem').first().waitFor();
  await bench.runCommand('View: Open Previous Editor in Group');
  await bench.closeEditor(`View ${before}`);
  await bench.page.getByRole('tab', { name: 'View renamed.trajectories.jsonl', selected: true }).waitFor();
  await bench.view.getByRole('button', { name: 'Show the First Trajectory' }).click();
  await bench.view.getByRole('feed', { name: 'Conversation' }).getByRole('article').first().waitFor();
});

it('exports the group of the shown trajectory as a page', async () => {
  const { page } = bench;
  await bench.view.getByRole('button', { name: 'Export as HTML' }).click();
  await bench.pick(/^All of group 1,/);
  await bench.acceptPath();
  const exported = join(session.folder, 'renamed.trajectories.group-1.html');
  const text = () => readFile(exported, 'utf8').catch(() => '');
  await expect.poll(text).toMatch(/<\/html>\n$/);
  expect((await text()).match(/<h2>Group 1, trajectory \d/g)).toHaveLength(4);
  const opened = await page.context().newPage();
  await opened.goto(pathToFileURL(exported).href);
  await opened.getByText('Group 1, trajectory 2').click();
  await keepPicture(opened, 'large files: exported group');
  await opened.close();
});

/** The groups of the sample as so many tasks. Some of them have the same reward in all trajectories. */
function tasksOf(lines: readonly string[], rewards: Readonly<Record<number, string>>): string {
  let text = '';
  for (let task = 0; task < lines.length * repeated; task++) {
    const line = lines[task % lines.length]!.replaceAll(/"task_id": ?\d+/g, `"task_id":${task}`);
    const reward = rewards[task];
    text += `${reward === undefined ? line : line.replaceAll(/"reward": ?[\d.]+/g, `"reward":${reward}`)}\n`;
  }
  return text;
}

/** Opens the view from the explorer's menu. */
async function openView(name: string): Promise<void> {
  const entry = bench.page.getByRole('menuitem', { name: 'Open View to the Side' });
  // The view opens beside the text: in the group of the other views.
  await bench.page.keyboard.press('Control+1');
  await bench.runCommand('File: Focus on Files Explorer');
  await inExplorer(name).click({ button: 'right' });
  await bench.choose(entry, bench.page.getByRole('tab', { name: `View ${name}`, selected: true }));
  // The page that was there before is removed a little later.
  await expect.poll(() => bench.page.locator('iframe.webview.ready').count()).toBe(1);
}

async function comparePair(name: RegExp): Promise<void> {
  const back = comparison().getByRole('button', { name: 'All Groups' });
  if (await back.isVisible()) await back.click();
  await row(name).click();
  await comparison().getByRole('article').first().waitFor();
  await back.click();
  await row(name).waitFor();
}

function firstRow() {
  return region().getByRole('list').getByRole('button').first().textContent();
}

function inExplorer(name: string) {
  return bench.page.locator('.explorer-folders-view').getByText(name, { exact: true });
}

function region() {
  return bench.view.getByRole('region', { name: 'Comparison of files' });
}

function comparison() {
  return bench.view.getByRole('region', { name: 'Comparison', exact: true });
}

function column(file: string) {
  return comparison().getByRole('group', { name: new RegExp(`^${file}: `) });
}

function row(name: RegExp) {
  return region().getByRole('list').getByRole('button', { name });
}
