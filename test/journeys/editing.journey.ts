import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Workbench } from '../vscode/workbench.mjs';
import { saveAs } from './support/dialogs';
import { type Session, startSession } from './support/session';
import { keepPicture } from './support/windows';

const lines = 'lines.trajectories.jsonl';
const job = 'small.training-job.json';

let session: Session;
let bench: Workbench;

beforeAll(async () => {
  session = await startSession();
  bench = await session.open(lines);
});

// Each test finds a window without editors, as if it were new.
afterEach(async () => {
  await bench.runCommand('Notifications: Clear All Notifications');
  await bench.closeAllEditors();
});

afterAll(() => session?.close());

it('shows the kind of a document beside its language, and lets the user change it', async () => {
  const { page } = bench;
  // A file of its own: the choice is remembered.
  const name = 'chosen.trajectories.jsonl';
  await writeFile(join(session.folder, name), `${lineWith(1)}\n`);
  await bench.openFile(name);
  await page.locator('#status\\.languageStatus').hover();
  const item = page.locator('.hover-language-status').filter({ hasText: 'Groups, One per Line' });
  await item.waitFor();
  await item.getByText('Change').click();
  await bench.pick(/^JSON,/);
  await page.locator('#status\\.editor\\.mode').getByText('JSON', { exact: true }).waitFor();
});

it('shows the kind of a document also while the focus is in the output', async () => {
  const { page } = bench;
  const name = 'beside-output.trajectories.jsonl';
  const path = join(session.folder, name);
  await writeFile(path, `${lineWith(1)}\n`);
  await bench.openFile(name);
  const kind = (label: string) => page.locator(`#status\\.languageStatus[aria-label*="${label}"]`);
  await kind('Groups, One per Line').waitFor();
  const output = page.locator('.part.panel .monaco-editor.focused');
  await bench.runCommand('Output: Focus on Output View', output);
  await writeFile(path, '{"messages_and_choices": [], "reward": 1}\n');
  await kind('Trajectories, One per Line').waitFor();
  await bench.runCommand('View: Hide Panel');
});

it('offers to compare or overwrite if the source of an expanded line has changed, and loses nothing', async () => {
  const { page } = bench;
  await bench.openFile(lines);
  await bench.goTo('1:1');
  await bench.runCommand('Trajectory: Expand This Line');
  const expanded = page.locator('.view-line', { hasText: /^\s*"trajectories":\s\[$/ });
  await expanded.first().waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(' ');
  await bench.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('  ');
  await page.keyboard.press('Control+2');
  await page.keyboard.press('Control+S');
  const notice = bench.notification('The content of the file is newer');
  await notice.waitFor();
  expect(await notice.getByRole('button').allInnerTexts()).toEqual(
    expect.arrayContaining(['Compare', 'Overwrite']),
  );
  const source = page.locator('.editor-group-container').first().locator('.view-line').first();
  expect(await source.innerText()).toMatch(/^\s\s\{/);
  await page.locator('.tab.dirty').filter({ hasText: 'lines.line-1' }).waitFor();
});

it('saves the file together with an expanded line, or offers a button if the file has other changes or is gone', async () => {
  const name = 'saved.trajectories.jsonl';
  const path = join(session.folder, name);
  const onDisk = () => readFile(path, 'utf8');
  await writeFile(path, `${lineWith(1)}\n${lineWith(2)}\n`);
  await bench.openFile(name);
  const { page } = bench;
  // Each line has a lens, with or without problems.
  const lenses = page.locator('.codelens-decoration a', { hasText: /^Expand$/ });
  await lenses.nth(1).waitFor();
  await lenses.nth(1).click();
  await bench.untilFocused('saved.line-2.trajectory.json');
  await typeOverReward('2', '3');
  await page.keyboard.press('Control+S');
  await expect.poll(onDisk).toBe(`${lineWith(1)}\n${lineWith(3)}\n`);
  await expect.poll(() => page.locator('.tab.dirty', { hasText: /^saved/ }).count()).toBe(0);

  await bench.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(' ');
  await page.keyboard.press('Control+2');
  await bench.untilFocused('saved.line-2.trajectory.json');
  await typeOverReward('3', '4');
  await page.keyboard.press('Control+S');
  const told = bench.notification(
    `Line 2 of ${name} was updated but not saved: the file has other unsaved changes`,
  );
  await told.waitFor();
  await keepPicture(page, 'save-file');
  expect(await onDisk()).toBe(`${lineWith(1)}\n${lineWith(3)}\n`);
  await told.getByRole('button', { name: 'Save File' }).click();
  await expect.poll(onDisk).toBe(` ${lineWith(1)}\n${lineWith(4)}\n`);
  await page
    .locator('.tab.dirty', { hasText: /^saved/ })
    .first()
    .waitFor({ state: 'detached' });

  // A file that was deleted does not come back unasked.
  await rm(path);
  await page.locator('.tab .strikethrough', { hasText: name }).waitFor();
  await bench.untilFocused('saved.line-2.trajectory.json');
  await typeOverReward('4', '5');
  await page.keyboard.press('Control+S');
  const gone = bench.notification(`Line 2 of ${name} was updated but not saved: the file no longer exists`);
  await gone.waitFor();
  await expect(access(path)).rejects.toThrow();
  await gone.getByRole('button', { name: 'Save File' }).click();
  await expect.poll(() => onDisk().catch(() => '')).toBe(` ${lineWith(1)}\n${lineWith(5)}\n`);
});

it('says of an expanded line of a new document that there is no file yet', async () => {
  const { page } = bench;
  await bench.runCommand('Trajectory: New Trajectory Lines');
  await page.locator('.codelens-decoration a', { hasText: /^Expand$/ }).click();
  await bench.untilFocused('Untitled-1.line-1.trajectory.json');
  await bench.goTo('10:17');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('1');
  await page.keyboard.press('Control+S');
  await bench
    .notification('Line 1 of Untitled-1 was updated but not saved: the document has no file yet')
    .waitFor();
});

it('shows what the file holds again when the file is closed without saving, and can be saved then', async () => {
  const { page } = bench;
  const path = await expandSecondLine('discarded');
  await bench.focusEditor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(' ');
  await page.keyboard.press('Control+2');
  await bench.untilFocused('discarded.line-2.trajectory.json');
  await typeOverReward('2', '3');
  await page.keyboard.press('Control+S');
  await bench.notification('Line 2 of discarded.trajectories.jsonl was updated but not saved').waitFor();
  await bench.focusEditor();
  await discardAndSaveLine('discarded', path);
});

it('shows what the file holds again if the first edit of the file was in the expanded line', async () => {
  const { page } = bench;
  const path = await expandSecondLine('undone');
  await bench.focusEditor();
  await bench.goTo(`2:${lineWith(2).indexOf('2}') + 1}`);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.type('7');
  await rewardLine(7).waitFor();
  await discardAndSaveLine('undone', path);
});

it('opens an expanded line with its value selected, ready to be typed over', async () => {
  const name = 'keys.trajectories.jsonl';
  const line = '{"trajectories": [{"messages_and_choices": [], "reward": 0.125}]}';
  await writeFile(join(session.folder, name), `${line}\n`);
  await bench.openFile(name);
  const { page } = bench;
  await bench.goTo(`1:${line.indexOf('0.125') + 2}`);
  await bench.runCommand('Trajectory: Expand This Line');
  await page
    .locator('.view-line', { hasText: /^\s*"trajectories":\s\[$/ })
    .first()
    .waitFor();
  await bench.editor.and(page.locator('.focused')).waitFor();
  await page.keyboard.type('75');
  await bench.editor.locator('.view-line', { hasText: /^\s*"reward":\s75$/ }).waitFor();
  expect(await page.locator('.tab.dirty', { hasText: name }).count()).toBe(0);
});

it('saves an expanded line as a file like any other', async () => {
  const { page } = bench;
  await expandSecondLine('whole');
  await bench.runCommand('File: Save As');
  await saveAs(bench, 'whole.line-2', join(session.folder, 'copy.trajectory.json'));
  await bench.editor.and(page.locator('[data-uri$="/copy.trajectory.json"]')).waitFor();
});

it('shows no icons for sending in a diff', async () => {
  await bench.openFile('small.training-job.json');
  const { page } = bench;
  const icons = page
    .locator('.editor-actions')
    .getByRole('button', { name: /^(Log Trajectories|Create Training Job)/ });
  await icons.first().waitFor();
  await bench.goTo('1:2');
  await page.keyboard.type(' ');
  await bench.runCommand('File: Compare Active File with Saved');
  await page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
  await expect.poll(() => icons.count()).toBe(0);
});

it('goes from hint to hint with F8', async () => {
  const name = 'equal.trajectories.jsonl';
  const trajectory = '{"messages_and_choices": [{"role": "assistant", "content": "a"}], "reward": 1}';
  await writeFile(join(session.folder, name), `{"trajectories": [${trajectory}, ${trajectory}]}\n`);
  await bench.openFile(name);
  await bench.page.locator('.squiggly-info').first().waitFor();
  const shown = bench.page.locator('.marker-widget', { hasText: 'have the reward 1' });
  await bench.focusEditor();
  await bench.pressUntil('F8', shown);
});

it('goes to a trajectory by its number, and to a file with line and column', async () => {
  await bench.openFile('airline.trajectories.json');
  const { page } = bench;
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'trajectory 37');
  await page.locator('.breadcrumbs-below-tabs, .monaco-breadcrumbs').first().waitFor();
  const place = page.locator('#status\\.editor\\.selection');
  await expect.poll(() => place.innerText()).not.toMatch(/^Ln 1,/);
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'small.training-job.json:3:5');
  await page.getByRole('tab', { name: 'small.training-job.json', selected: true }).waitFor();
  await expect.poll(() => place.innerText()).toContain('Ln 3, Col 5');
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'split');
  await bench
    .notification(`${job} has no “split”. A path begins with a property of the document; “group 2`)
    .waitFor();
});

it('does not offer again what Never refused', async () => {
  const line = '{"trajectories": [{"messages_and_choices": [], "reward": 1}]}\n';
  for (const name of ['first.jsonl', 'second.jsonl']) await writeFile(join(session.folder, name), line);
  const settings = await readFile(session.settings, 'utf8');
  onTestFinished(() => writeFile(session.settings, settings));
  await bench.openFile('first.jsonl');
  const offer = bench.page.locator('.notification-toast', { hasText: 'trajector' });
  await offer.getByRole('button', { name: 'Never for Any File' }).click();
  await offer.waitFor({ state: 'hidden' });
  const refusal = '"trajectory.recognition": "never"';
  await expect.poll(() => readFile(session.settings, 'utf8')).toContain(refusal);
  await bench.openFile('second.jsonl');
  // When the extension has carried out this command, it has seen the file.
  await bench.runCommand('Trajectory: Treat as Trajectory File');
  await bench.language.filter({ hasText: 'Trajectory Lines' }).waitFor();
  expect(await offer.count()).toBe(0);
  await bench.openFile('first.jsonl');
  expect(await offer.count()).toBe(0);
});

it('names a converted document after its file, and lists the properties that it leaves out', async () => {
  const { page } = bench;
  await bench.openFile(job);
  await bench.runCommand('Trajectory: Convert to JSON Lines');
  await page.getByRole('tab', { name: 'small.trajectories.jsonl', selected: true }).waitFor();
  const says =
    'model_id and experimental_config were left out, because JSON Lines cannot contain them. small.training-job.json is unchanged.';
  await bench.notification(says).waitFor();
  await keepPicture(page, 'converted');
});

it('treats a file as a trajectory file again when it is reopened', async () => {
  const name = 'odd.json';
  await writeFile(join(session.folder, name), '{"learning_rate": "high"}');
  const { page } = bench;
  await bench.openFile(name);
  await bench.runCommand('Trajectory: Log Trajectories');
  const told = bench.notification(`${name} is not treated as a trajectory file.`);
  await told.getByRole('button', { name: 'Treat as Trajectory File' }).click();
  await bench.pick(/^Training Config/);
  await page.locator('.squiggly-error').first().waitFor();
  await bench.focusEditor();
  await bench.closeEditor(name);
  await bench.openFile(lines);
  await bench.openFile(name);
  await page.locator('#status\\.editor\\.mode').getByText('Training Config').waitFor();
});

it('offers to expand a line if the location is beyond the columns that the editor shows', async () => {
  const note = 'z'.repeat(12_000);
  const line = `{"trajectories": [{"metadata": {"note": "${note}"}, "reward": 0.125}]}`;
  await writeFile(join(session.folder, 'far.trajectories.jsonl'), `{"trajectories": []}\n${line}\n`);
  await bench.openFile('far.trajectories.jsonl');
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'body.trajectory_groups.1.trajectories.0.reward');
  const offer = bench.notification(
    `column ${line.indexOf('0.125') + 1}, but the editor shows only the first 10000 columns`,
  );
  await offer.getByRole('button', { name: 'Expand This Line' }).click();
  await bench.page.getByRole('tab', { name: 'far.line-2.trajectory.json', selected: true }).waitFor();
  // The number is selected: typing replaces it.
  await bench.statusItem('(5 selected)').waitFor();
  await bench.page.keyboard.type('7');
  await bench.editor.locator('.view-line', { hasText: /^\s*"reward":\s7$/ }).waitFor();
});

it('explains why a config is not extracted to an existing file', async () => {
  const config = join(session.folder, 'small.training-config.json');
  await writeFile(config, '{}');
  await bench.openFile(job);
  await bench.goTo(await session.placeOf(job, '"experimental_config"'));
  await bench.quickFix('Move experimental_config');
  const notice = bench.notification('small.training-config.json already exists. Nothing was changed');
  await notice.waitFor();
  expect(await readFile(config, 'utf8')).toBe('{}');
  expect(await bench.editor.innerText()).toContain('experimental_config');
});

function lineWith(reward: number): string {
  return `{"trajectories": [{"messages_and_choices": [], "reward": ${reward}}]}`;
}

/** The line with a reward in an expanded line. */
function rewardLine(reward: number) {
  return bench.page.locator('.view-line', { hasText: new RegExp(`^\\s*"reward":\\s${reward}$`) });
}

/** Opens a file with the rewards 1 and 2, and its second line beside it. Returns the path of the file. */
async function expandSecondLine(name: string): Promise<string> {
  const path = join(session.folder, `${name}.trajectories.jsonl`);
  await writeFile(path, `${lineWith(1)}\n${lineWith(2)}\n`);
  await bench.openFile(`${name}.trajectories.jsonl`);
  await bench.goTo('2:1');
  await bench.runCommand('Trajectory: Expand This Line');
  await bench.untilFocused(`${name}.line-2.trajectory.json`);
  return path;
}

/** Closes the file without saving. Its expanded line must have the reward of the file again, and can be edited and saved. */
async function discardAndSaveLine(name: string, path: string): Promise<void> {
  const { page } = bench;
  await page.keyboard.press('Control+W');
  await bench.confirm(`${name}.trajectories.jsonl`, "Don't Save");
  await rewardLine(2).waitFor();
  await bench.untilFocused(`${name}.line-2.trajectory.json`);
  await typeOverReward('2', '4');
  await page.keyboard.press('Control+S');
  await expect.poll(() => readFile(path, 'utf8')).toBe(`${lineWith(1)}\n${lineWith(4)}\n`);
}

/** Types another number over the reward of the expanded line. */
async function typeOverReward(before: string, after: string): Promise<void> {
  const { page, editor, goTo } = bench;
  const line = editor.locator('.view-line', { hasText: /"reward"/ });
  await line.filter({ hasText: before }).waitFor();
  await goTo(`5:${'      "reward": '.length + 1}`);
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(after);
}
