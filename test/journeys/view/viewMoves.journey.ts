import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';

const file = 'before.trajectories.jsonl';
const renamed = 'after.trajectories.jsonl';
const converted = 'after.trajectories.json';
const deleted = 'deleted.trajectories.jsonl';

let session: FaultSession;
let bench: Workbench;

beforeAll(async () => {
  const trajectories = [0, 1].map((reward) => ({
    messages_and_choices: [{ role: 'user', content: `Question ${reward}` }],
    reward,
  }));
  const line = JSON.stringify({ trajectories });
  const text = `${line}\n${line}\n`;
  session = await borrowSession({ [file]: text, [deleted]: text });
  bench = await session.open(file);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
});

afterAll(() => session?.close());

it('follows a renamed file in the same panel, at the same position', async () => {
  await openViewAt(2, 2);
  await tab(file).click();
  await bench.renameFile(file, renamed);
  await tab(`View ${renamed}`).waitFor();
  await heading(2, 2).waitFor();
  expect(await tab(`View ${file}`).count()).toBe(0);
  // It shows the document at its new location, and follows its cursor.
  await bench.focusEditor();
  await bench.goTo('1:70');
  await heading(1, 1).waitFor();
});

it('is restored after a reload as the view of the renamed file', async () => {
  const { page } = bench;
  await tab(`View ${renamed}`).click();
  await bench.focusView();
  await page.keyboard.press('n');
  await heading(1, 2).waitFor();
  await bench.reload();
  await heading(1, 2).waitFor();
});

it('follows a document that is saved for the first time', async () => {
  const { page } = bench;
  await tab(renamed).click();
  await bench.focusEditor();
  await tab(`View ${renamed}`).click({ button: 'middle' });
  await tab(`View ${renamed}`).waitFor({ state: 'detached' });
  await bench.focusEditor();
  await bench.runCommand('Trajectory: Convert to Log Request');
  await tab(converted).waitFor();
  await openViewAt(1, 2);
  await tab(converted).click();
  await page.keyboard.press('Control+S');
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
  await page.getByRole('treeitem', { name: converted, exact: true }).waitFor();
  await tab(`View ${converted}`).click();
  await heading(1, 2).waitFor();
  expect(await tab(`View ${converted}`).count()).toBe(1);
});

it('shows what is in the file again when the text is closed without saving', async () => {
  const { page, view } = bench;
  await tab(converted).click();
  await page.locator('.editor-group-container.active .view-line').first().click();
  await bench.goTo('19:37');
  await page.keyboard.type('00');
  await view.getByText('Question 100', { exact: true }).waitFor();
  await page.keyboard.press('Control+W');
  await bench.confirm('Do you want to save', "Don't Save");
  await view.getByText('Question 1', { exact: true }).waitFor();
});

it('says that the file was deleted when its text is closed', async () => {
  await bench.runCommand('View: Close All Editors');
  await bench.openFile(deleted);
  await openViewAt(2, 1);
  await rm(join(session.folder, deleted));
  await tab(deleted).click();
  await bench.focusEditor();
  await bench.page.keyboard.press('Control+W');
  await bench.view.getByRole('alert').getByText('It may have been moved or deleted').waitFor();
  await heading(2, 1).waitFor();
});

/** Opens the view of the active text editor, and goes to a trajectory. */
async function openViewAt(group: number, trajectory: number): Promise<void> {
  const { page, view } = bench;
  const overview = view.getByRole('region', { name: 'Overview' });
  await bench.runCommand('Trajectory: Open View to the Side', overview.getByText('4 trajectories'));
  await bench.focusView();
  for (let count = 2 * (group - 1) + trajectory; count > 0; count--) await page.keyboard.press('n');
  await heading(group, trajectory).waitFor();
}

function tab(name: string) {
  const { page } = bench;
  return page.locator('.tab').filter({ has: page.getByText(name, { exact: true }) });
}

function heading(group: number, trajectory: number) {
  return bench.view.getByRole('heading', {
    name: new RegExp(`Group ${group}\\b.*Trajectory ${trajectory}\\b`),
  });
}
