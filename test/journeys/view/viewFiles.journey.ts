import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import { type FaultSession, startFaultSession } from '../support/faultSession';
import { keepPicture } from '../support/windows';

const before = 'before.trajectories.json';
const after = 'after.trajectories.jsonl';
const evil = '<img src=x onerror=alert(1)> \u202e [x](command:y)';

let session: FaultSession;
let bench: Workbench;

/** A group of two trajectories of a task. */
function groupOf(task: string, [first, second]: readonly [number, number], said: string) {
  const messages = (attempt: number) => [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: `Solve ${task}.` },
    { role: 'assistant', content: `${said} Attempt ${attempt} of ${task}.` },
  ];
  const trajectories = [first, second].map((reward, i) => ({
    ...{ messages_and_choices: messages(i + 1), reward, metadata: { task_id: task, trial: i } },
  }));
  return { trajectories };
}

beforeAll(async () => {
  const names = Array.from({ length: 60 }, (_, i) => `task-${i}`);
  const own = ['alpha', 'beta', evil, ...names].map((task) => groupOf(task, [0, 1], 'I looked it up.'));
  const others = [...names, evil, 'beta', 'new'].map((task, i) =>
    groupOf(task, task === 'beta' ? [0, 0] : [1, i % 2], 'I worked it out.'),
  );
  session = await startFaultSession({
    [before]: `${JSON.stringify({ trajectory_groups: own }, null, 2)}\n`,
    [after]: others.map((group) => `${JSON.stringify(group)}\n`).join(''),
    'notes.md': 'Nothing of ours.',
  });
  await session.setUp({ 'files.autoSave': 'off' });
  bench = await session.open(before);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
  await bench.focusEditor();
  await bench.openView(bench.view.getByRole('region', { name: 'Overview' }).getByText('63 groups'));
});

afterAll(() => session?.close());

it('compares with another file of the workspace, with a command from the palette', async () => {
  await bench.focusView();
  // The page may take the keyboard back a little later, which closes the list.
  const file = bench.quickInput.getByRole('option', { name: new RegExp(after) });
  await bench.runCommand('Trajectory View: Compare With Another File…', file);
  await bench.pick(new RegExp(after));
  await region().getByRole('status').getByText('62 matched groups: mean reward 0.5 before').waitFor();
  await row(/^task_id beta: mean reward 0.5 before, 0 after, change −0.5/).waitFor();
  await region()
    .getByRole('button', { name: `1 only in ${before}` })
    .waitFor();
  await keepPicture(bench.page, 'view: comparison of files');
});

it('compares a trajectory of each file with the keyboard, and shows each in its text', async () => {
  const { page } = bench;
  await row(/^task_id beta/).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('c');
  const column = (file: string) => comparison().getByRole('group', { name: new RegExp(`^${file}: `) });
  await comparison().getByRole('heading', { name: 'task_id beta · Group 2 · Group 62' }).waitFor();
  await column(before).getByText('Attempt 2 of beta.').waitFor();
  expect(await column(after).locator('mark').count()).toBeGreaterThan(0);
  await keepPicture(page, 'view: trajectories of two files');
  await column(after).getByRole('article').last().getByRole('button', { name: 'Show in Text' }).click();
  await page.locator('.tab.active', { hasText: after }).waitFor();
  await page.locator('.statusbar').getByText('Ln 62, Col').waitFor();
  await column(before).getByRole('article').last().getByRole('button', { name: 'Show in Text' }).click();
  await page.locator('.statusbar').getByText('Ln 82, Col').waitFor();
});

it('copies the comparison, with its button', async () => {
  const button = comparison().getByRole('button', { name: 'Copy Comparison as Markdown' });
  await bench.clickUntil(button, bench.statusItem('Copied the comparison as Markdown'));
  const copied = await bench.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`of ${after}: reward 0, 3 messages`);
});

it('goes from group to group by key, and back to the list', async () => {
  const { page } = bench;
  await bench.focusView();
  await page.keyboard.press(']');
  await comparison()
    .getByRole('heading', { name: /^task_id <img.* · Group 3 · Group 61/ })
    .waitFor();
  await page.keyboard.press('[');
  await comparison()
    .getByRole('heading', { name: /^task_id beta · / })
    .waitFor();
  await page.keyboard.press('c');
  await row(/^task_id beta/).waitFor();
  await expect
    .poll(() => row(/^task_id beta/).evaluate((one) => one === one.ownerDocument.activeElement))
    .toBe(true);
});

it('follows an edit of the other file that is not saved', async () => {
  const { page } = bench;
  await bench.focusEditor();
  await bench.openFile(after);
  const line = JSON.stringify(groupOf('beta', [0, 0], 'I worked it out.'));
  await bench.goTo(`62:${line.indexOf('"reward":0') + '"reward":'.length + 1}`);
  await page.keyboard.press('Delete');
  await page.keyboard.type('1');
  await row(/^task_id beta: mean reward 0.5 before, 0.5 after, change 0,/).waitFor();
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await row(/^task_id beta: mean reward 0.5 before, 0 after/).waitFor();
});

it('shows hostile names as text', async () => {
  const name = /^task_id <img src=x onerror=alert\(1\)> \\u202e \[x\]\(command:/;
  await region().getByLabel('Match groups by').focus();
  const change = region().getByRole('columnheader', { name: 'change' });
  await change.getByRole('button').click();
  // Until then a click can hit the row that was at the same place before.
  await expect.poll(() => change.getAttribute('aria-sort')).toBe('descending');
  await row(name).click();
  await comparison().getByRole('heading', { name }).waitFor();
  expect(await bench.view.locator('#view img, #view script, #view a[href]').count()).toBe(0);
  await comparison().getByRole('button', { name: 'All Groups' }).click();
  await row(name).waitFor();
});

it('stays after a reload of the window', async () => {
  await bench.reload();
  await region().getByRole('status').getByText('62 matched groups').waitFor();
  await expect
    .poll(() => region().getByRole('columnheader', { name: 'change' }).getAttribute('aria-sort'))
    .toBe('descending');
});

it.each(['Default Light Modern', 'Default Dark Modern', 'Default High Contrast'])(
  'is readable and accessible: %s',
  async (theme) => {
    await session.setUp({ 'workbench.colorTheme': theme });
    await bench.reload();
    await region().getByRole('list').getByRole('button').first().waitFor();
    expect(await findings()).toEqual([]);
    await keepPicture(bench.page, `view: comparison of files, ${theme}`);
    await row(/^task_id task-2:/).click();
    await comparison().getByRole('article').first().waitFor();
    expect(await findings()).toEqual([]);
    await keepPicture(bench.page, `view: trajectories of two files, ${theme}`);
    await comparison().getByRole('button', { name: 'All Groups' }).click();
    await row(/^task_id task-2:/).waitFor();
  },
);

it('says that the other file is closed, and shows nothing of it', async () => {
  const { page } = bench;
  await bench.focusEditor();
  await bench.runCommand('Trajectory: Convert to Log Request');
  const tab = page.locator('.tab[data-resource-name="after.trajectories.json"]');
  await bench.untilFocused('after.trajectories.json');
  const choose = region().getByRole('button', { name: 'Choose Another File…' });
  await bench.clickUntil(choose, bench.quickInput);
  await bench.pick(/after\.trajectories\.json,|after\.trajectories\.json$/);
  await region()
    .getByRole('heading', { name: /after after\.trajectories\.json$/ })
    .waitFor();
  await row(/^task_id task-1:/).waitFor();
  await tab.click();
  await page.keyboard.press('Control+W');
  await bench.confirm('after.trajectories.json', "Don't Save");
  await region().getByRole('alert').getByText('after.trajectories.json is no longer open.').waitFor();
  expect(await region().getByRole('list').count()).toBe(0);
  await region().getByRole('button', { name: 'Close Comparison of Files' }).click();
  await bench.view.getByRole('list', { name: 'Groups' }).waitFor();
});

function region() {
  return bench.view.getByRole('region', { name: 'Comparison of files' });
}

function comparison() {
  return bench.view.getByRole('region', { name: 'Comparison', exact: true });
}

function row(name: RegExp) {
  return region().getByRole('list').getByRole('button', { name });
}

/** What axe finds in the webview. */
async function findings(): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const root = await bench.view.locator('html').elementHandle();
  const frame = (await root!.ownerFrame())!;
  await frame.evaluate(axe);
  const { violations }: AxeResults = await frame.evaluate('axe.run(document)');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
