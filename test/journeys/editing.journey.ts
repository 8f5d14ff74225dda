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
