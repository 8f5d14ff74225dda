import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findNodeAtLocation, type JSONPath, parseTree } from 'jsonc-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const file = 'airline.trajectories.json';
const title = `View ${file}`;

let session: FaultSession;
let bench: Workbench;
let text = '';

beforeAll(async () => {
  text = await readFile(resolve(import.meta.dirname, '../../../examples', file), 'utf8');
  session = await borrowSession({ [file]: text, 'notes.md': 'Nothing of ours.' });
  bench = await session.open(file);
  // Room for the list and the conversation beside the text.
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
});

afterAll(() => session?.close());

it('opens with the keyboard, and shows the overview', async () => {
  const { page, view } = bench;
  await bench.focusEditor();
  await bench.openView(view.getByRole('region', { name: 'Overview' }).getByText('50 groups'));
  expect(await view.getByRole('list', { name: 'Groups' }).getByRole('listitem').count()).toBeGreaterThan(5);
  await keepPicture(page, 'view');
});

it('moves between trajectories, groups and messages with single keys', async () => {
  const { page } = bench;
  await press('n');
  await article(1).waitFor();
  await press('n', 'n', 'n', 'n');
  await heading('Group 2', 'Trajectory 1').waitFor();
  await press('p');
  await heading('Group 1', 'Trajectory 4').waitFor();
  await press(']');
  await heading('Group 2', 'Trajectory 1').waitFor();
  await press('[');
  await heading('Group 1', 'Trajectory 1').waitFor();
  await press('j', 'j', 'k', 'j', 'j');
  await current(3).waitFor();
  await press('f');
  await article(3).getByRole('button', { name: 'Fold', exact: true, expanded: false }).waitFor();
  await press('f');
  await article(3).getByRole('button', { name: 'Fold', exact: true, expanded: true }).waitFor();
  await press('Shift+/');
  await bench.view.getByRole('dialog', { name: 'Keyboard Shortcuts' }).getByText('Next Trajectory').waitFor();
  await page.keyboard.press('Escape');
  await bench.view.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor({ state: 'hidden' });
});

it('shows a message in the text, with the keyboard and the mouse', async () => {
  const { page } = bench;
  await press('Enter');
  await cursorAt(messageAt(0, 0, 2));
  await article(4).getByRole('button', { name: 'Show in Text' }).click();
  await cursorAt(messageAt(0, 0, 3));
  // On its header: a long message has a button in the middle.
  await article(2).dblclick({ position: { x: 200, y: 5 } });
  await cursorAt(messageAt(0, 0, 1));
  await keepPicture(page, 'view: shown in the text');
});

it('follows the cursor in the text', async () => {
  await bench.focusEditor();
  await bench.goTo(
    placeOf(['trajectory_groups', 1, 'trajectories', 2, 'messages_and_choices', 4, 'content']),
  );
  await heading('Group 2', 'Trajectory 3').waitFor();
  await current(5).waitFor();
});

it('stays where it is when the text comes to the front', async () => {
  const { page } = bench;
  await bench.focusEditor();
  await bench.goTo(messageAt(5, 0, 1));
  await heading('Group 6', 'Trajectory 1').waitFor();
  await bench.openFile('notes.md');
  await focusView();
  await press('n');
  await heading('Group 6', 'Trajectory 2').waitFor();
  // Click its header: a long message has a button in the middle.
  await article(1).click({ position: { x: 200, y: 5 } });
  await shownText().waitFor();
  await staysAt('group 6, trajectory 2');
  await bench.focusEditor();
  await bench.openFile('notes.md');
  await focusView();
  await press(']');
  await heading('Group 7', 'Trajectory 1').waitFor();
  await textTab().click();
  await shownText().waitFor();
  await staysAt('group 7, trajectory 1');
  await page.getByRole('tab', { name: 'notes.md' }).click({ button: 'middle' });
  await bench.focusEditor();
});

it('shows an edit and its undo at once', async () => {
  const { page } = bench;
  const typed = 'Typed just now.';
  await bench.goTo(
    placeOf(['trajectory_groups', 1, 'trajectories', 2, 'messages_and_choices', 1, 'content'], 1),
  );
  await page.keyboard.insertText(typed);
  await article(2).getByText(typed).waitFor();
  await expect.poll(() => undo()).toBe(0);
  await article(2).getByText('Typed').waitFor({ state: 'detached' });
});

it('does not run key commands while typing in the filter', async () => {
  const { page, view } = bench;
  const field = view.getByRole('searchbox', { name: 'Filter by label or number' });
  await field.click();
  await page.keyboard.type('jff[');
  expect(await field.inputValue()).toBe('jff[');
  await view.getByText('No trajectory matches the filters.').waitFor();
  await field.fill('');
  await heading('Group 2', 'Trajectory 3').waitFor();
});

it('copies a reference that Go to Location accepts', async () => {
  await copyReference('group 2, trajectory 3');
  await bench.focusEditor();
  await bench.goTo('1:1');
  await bench.runCommand('Trajectory: Go to Location');
  await bench.quickInput.getByText('Go to Location').waitFor();
  const question = bench.quickInput.getByRole('textbox');
  await question.press('Control+V');
  await expect.poll(() => question.inputValue()).toBe(`group 2, trajectory 3, message 2 of ${file}`);
  await question.press('Enter');
  await cursorAt(messageAt(1, 2, 1));
});

it('saves the groups with spread as lines of a new document', async () => {
  const { page, view } = bench;
  await view.getByRole('button', { name: /with spread/ }).click();
  await view.getByRole('button', { name: 'Save Selection as JSON Lines' }).click();
  await page.getByRole('tab', { name: 'airline.trajectories.jsonl', selected: true }).waitFor();
  // Beside the view, not over it.
  await heading('Group 2', 'Trajectory 3').waitFor();
  await bench.language.filter({ hasText: 'Trajectory Lines' }).waitFor();
  await bench.editor.getByText('"trajectories"').first().waitFor();
  await page.keyboard.press('Control+S');
  // A slow window shows the unsaved and the saved document for a moment.
  await expect.poll(() => page.locator('.tab.dirty').count()).toBe(0);
  const { trajectory_groups: groups } = JSON.parse(text) as Airline;
  const expected = groups.filter(
    ({ trajectories }) => new Set(trajectories.map(({ reward }) => reward)).size > 1,
  );
  // The tab may lose its mark before the file is written.
  const saved = () => readFile(join(session.folder, 'airline.trajectories.jsonl'), 'utf8');
  const savedGroups = async () =>
    (await saved())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  await expect.poll(savedGroups).toEqual(expected);
});

it('catches up with changes made while it was hidden', async () => {
  await hideView();
  await textTab().click();
  await bench.goTo(placeOf(['trajectory_groups', 4, 'trajectories', 0, 'messages_and_choices', 2, 'role']));
  await bench.page.keyboard.insertText('x');
  await viewTab().click();
  await heading('Group 5', 'Trajectory 1').waitFor();
  await current(3).waitFor();
  await textTab().click();
  await expect.poll(() => undo()).toBe(0);
});

it('catches up even if it hides the text when it comes back', async () => {
  await viewTab().click();
  await bench.runCommand('View: Move Editor into Left Group');
  await textTab().click();
  await bench.goTo(messageAt(7, 1, 2));
  await viewTab().click();
  await heading('Group 8', 'Trajectory 2').waitFor();
  await current(3).waitFor();
  await bench.runCommand('View: Move Editor into Right Group');
  await heading('Group 8', 'Trajectory 2').waitFor();
});

it('is restored after a reload, with its trajectory and filters', async () => {
  const { view } = bench;
  await textTab().click();
  await bench.goTo(placeOf(['trajectory_groups', 2, 'trajectories', 1]));
  await viewTab().click();
  await heading('Group 3', 'Trajectory 2').waitFor();
  await bench.reload();
  await heading('Group 3', 'Trajectory 2').waitFor();
  expect(await view.getByRole('button', { name: /with spread/ }).getAttribute('aria-pressed')).toBe('true');
});

it('has one panel per document, however it is opened', async () => {
  const { page } = bench;
  await hideView();
  await textTab().click();
  await bench.focusEditor();
  await bench.runCommand('Trajectory: Open View to the Side');
  await expect.poll(() => page.title()).toMatch(/^View /);
  await hideView();
  await textTab().click();
  await bench.focusEditor();
  await page.getByRole('button', { name: 'Open View to the Side' }).first().click();
  await expect.poll(() => page.title()).toMatch(/^View /);
  expect(await viewTab().count()).toBe(1);
});

it('replaces the text editor on request', async () => {
  const { page, view } = bench;
  await focusView();
  await expect.poll(() => page.title()).toMatch(/^View /);
  await page.keyboard.press('Control+W');
  await viewTab().waitFor({ state: 'detached' });
  await bench.focusEditor();
  await bench.runCommand('View: Reopen Editor With...');
  await bench.pick(/Trajectory View/);
  await view.getByRole('region', { name: 'Overview' }).getByText('50 groups').waitFor();
  await bench.focusView();
  await press('n');
  await heading('Group 1', 'Trajectory 1').waitFor();
  await keepPicture(page, 'view: in the place of the text');
});

interface Airline {
  readonly trajectory_groups: readonly { readonly trajectories: readonly { readonly reward: number }[] }[];
}

/** Undoes an edit; returns the number of unsaved documents afterwards. */
async function undo(): Promise<number> {
  await bench.page.keyboard.press('Control+Z');
  return bench.page.locator('.tab.dirty').count();
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await bench.page.keyboard.press(key);
}

/** The tab of the text; other tabs' names contain its name, too. */
function textTab() {
  return bench.page.locator(`.tab[data-resource-name="${file}"]`).first();
}

/** The same tab while it is active in its group. */
function shownText() {
  return bench.page.locator(`.tab.active[data-resource-name="${file}"]`).first();
}

function viewTab() {
  const { page } = bench;
  return page.locator('.tab').filter({ has: page.getByText(title, { exact: true }) });
}

/** Brings the view to the front, and gives it the keyboard. */
async function focusView(): Promise<void> {
  await viewTab().click();
  await bench.focusView();
}

/** Puts another editor in front of the view. */
async function hideView(): Promise<void> {
  await focusView();
  await bench.openFile('notes.md');
}

/** Asserts that the view stays: its copy request comes after everything the window has sent about the text. */
async function staysAt(place: string): Promise<void> {
  await copyReference(place);
}

/** A busy window may miss the message, which is there for a few seconds. */
async function copyReference(place: string): Promise<void> {
  const button = article(2).getByRole('button', { name: 'Copy Reference' });
  await bench.clickUntil(button, bench.statusItem(`Copied ${place}, message 2 of ${file}`));
}

/** A message of the visible conversation, counted from 1. */
function article(number: number) {
  return bench.view.getByRole('article', { name: new RegExp(`^Message ${number} of`) });
}

/** The same if it is the current message. */
function current(number: number) {
  return bench.view.locator(`article[aria-current=true][aria-label^="Message ${number} of"]`);
}

function heading(group: string, trajectory: string) {
  return bench.view.getByRole('heading', { name: new RegExp(`${group}\\b.*${trajectory}\\b`) });
}

/** The position of the value at a path, as `LINE:COLUMN`. */
function placeOf(path: JSONPath, within = 0): string {
  const offset = findNodeAtLocation(parseTree(text)!, path)!.offset + within;
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

function messageAt(group: number, trajectory: number, message: number): string {
  return placeOf(['trajectory_groups', group, 'trajectories', trajectory, 'messages_and_choices', message]);
}

async function cursorAt(place: string): Promise<void> {
  const [line, column] = place.split(':');
  await bench.page.locator('.statusbar').getByText(`Ln ${line}, Col ${column}`).waitFor();
}
