import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Session, startSession } from './session';

let session: Session;

beforeAll(async () => {
  session = await startSession();
});

afterAll(() => session?.close());

it('shows beside the language what a document was taken for, and lets people change it', async () => {
  const bench = await session.open('lines.trajectories.jsonl');
  const { page } = bench;
  await page.locator('#status\\.languageStatus').hover();
  const item = page.locator('.hover-language-status').filter({ hasText: 'Groups, One a Line' });
  await item.waitFor();
  await item.getByText('Change').click();
  await bench.pick(/^JSON,/);
  await page.locator('#status\\.editor\\.mode').getByText('JSON', { exact: true }).waitFor();
});

it('says what to do when the line of an expanded editor was edited meanwhile, and loses nothing', async () => {
  const bench = await session.open('lines.trajectories.jsonl');
  const { page } = bench;
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

it('offers to expand a line at a place that is too far to the right to be drawn', async () => {
  const note = 'z'.repeat(12_000);
  const line = `{"trajectories": [{"metadata": {"note": "${note}"}, "reward": 0.125}]}`;
  await writeFile(join(session.folder, 'far.trajectories.jsonl'), `{"trajectories": []}\n${line}\n`);
  const bench = await session.open('far.trajectories.jsonl');
  await bench.runCommand('Trajectory: Go to Location');
  await bench.answer('Go to Location', 'body.trajectory_groups.1.trajectories.0.reward');
  const offer = bench.notification(`column ${line.indexOf('0.125') + 1}; the editor draws 10000 columns`);
  await offer.getByRole('button', { name: 'Expand This Line' }).click();
  await bench.page.getByRole('tab', { name: 'far.line-2.trajectory.json', selected: true }).waitFor();
  // The number is selected: what is typed takes its place.
  await bench.statusItem('(5 selected)').waitFor();
  await bench.page.keyboard.type('7');
  await bench.editor.locator('.view-line', { hasText: /^\s*"reward":\s7$/ }).waitFor();
});

it('says why a config is not extracted onto a file that is there already', async () => {
  const config = join(session.folder, 'small.training-config.json');
  await writeFile(config, '{}');
  const bench = await session.open('small.training-job.json');
  await bench.goTo(await session.placeOf('small.training-job.json', '"experimental_config"'));
  await bench.quickFix('Move experimental_config');
  const notice = bench.notification('small.training-config.json is there already, and is left as it is');
  await notice.waitFor();
  expect(await readFile(config, 'utf8')).toBe('{}');
  expect(await bench.editor.innerText()).toContain('experimental_config');
});
