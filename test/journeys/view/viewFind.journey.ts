import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const file = 'airline.trajectories.json';
const wanted = 'certificate_7504069';

let session: FaultSession;
let bench: Workbench;
let text = '';

beforeAll(async () => {
  text = await readFile(resolve(import.meta.dirname, '../../../examples', file), 'utf8');
  session = await borrowSession({ [file]: text });
  bench = await session.open(file);
  await bench.page.setViewportSize({ width: 2000, height: 1000 });
  await bench.focusEditor();
  await bench.openView(bench.view.getByRole('region', { name: 'Overview' }).getByText('50 groups'));
});

afterAll(() => session?.close());

it('finds a text with the keyboard, and goes from hit to hit and to their source', async () => {
  const { page } = bench;
  await bench.focusView();
  await page.keyboard.press('/');
  await field().waitFor();
  await page.keyboard.type(wanted);
  await status('23 hits in 4 trajectories');
  await page.keyboard.press('Enter');
  await status('1 of 23 hits in 4 trajectories');
  // The text beside shows the hit.
  await expect.poll(() => page.locator('.view-line', { hasText: wanted }).count()).toBeGreaterThan(0);
  await page.keyboard.press('F3');
  await status('2 of 23 hits in 4 trajectories');
  await page.keyboard.press('Shift+F3');
  await status('1 of 23 hits in 4 trajectories');
  await keepPicture(page, 'view: find');
  await hits().first().dblclick();
  await cursorAt(placeOf(wanted));
});

it('finds with a regular expression, in one role, and filters the list', async () => {
  await bench.focusView();
  await field().fill('certificate_\\d{6}9');
  await bench.view.getByRole('button', { name: 'Use Regular Expression' }).click();
  await status(/hits in/);
  await bench.view.getByRole('combobox', { name: 'Role of the messages' }).selectOption('user');
  await status('No hits');
  await bench.view.getByRole('combobox', { name: 'Role of the messages' }).selectOption('');
  await bench.view.getByRole('button', { name: 'List Only Trajectories with Hits' }).click();
  const groups = bench.view.getByRole('list', { name: 'Groups' });
  await expect.poll(() => groups.getByRole('listitem').first().getAttribute('aria-setsize')).not.toBe('50');
});

it('has commands for the palette', async () => {
  await field().press('Escape');
  await field().waitFor({ state: 'detached' });
  await bench.runCommand('Trajectory View: Find in Messages');
  await field().waitFor();
  await status(/23 hits in/);
  await bench.runCommand('Trajectory View: Next Hit');
  await status(/^\d+ of 23 hits in/);
  await bench.runCommand('Trajectory View: Previous Hit');
  await status(/^\d+ of 23 hits in/);
});

it('copies as Markdown and exports as HTML, with commands from the palette', async () => {
  const { page } = bench;
  await bench.runCommand('Trajectory View: Copy as Markdown');
  await bench.statusItem('Copied the conversation as Markdown').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# Group \d+, trajectory \d+\n/);
  await bench.runCommand('Trajectory View: Export as HTML');
  await bench.pick(/^All of airline/);
  await bench.acceptPath();
  const exported = join(session.folder, 'airline.trajectories.html');
  await expect.poll(() => readFile(exported, 'utf8').catch(() => '')).toMatch(/<\/html>\n$/);
});

it('searches again what is edited', async () => {
  const { page } = bench;
  await field().fill('certificate_7504069');
  await status(/^23 hits in|of 23 hits in/);
  await bench.focusEditor();
  await bench.goTo(placeOf(wanted, 4));
  await page.keyboard.type('x');
  await status(/^22 hits in|of 22 hits in/);
  await page.keyboard.press('Control+Z');
  await status(/^23 hits in|of 23 hits in/);
});

it('never cuts the number of the message in a narrow view', async () => {
  await bench.page.setViewportSize({ width: 800, height: 1000 });
  const message = hits()
    .first()
    .getByText(/^, message \d+$/);
  const place = hits().first().locator('.hit-place');
  await expect
    .poll(async () => {
      const [inner, outer] = [await message.boundingBox(), await place.boundingBox()];
      return inner !== null && outer !== null && inner.x + inner.width <= outer.x + outer.width + 1;
    })
    .toBe(true);
});

function field() {
  return bench.view.getByRole('textbox', { name: 'Find in messages' });
}

function hits() {
  return bench.view.getByRole('list', { name: 'Hits' }).getByRole('button');
}

async function status(text: string | RegExp): Promise<void> {
  await bench.view.getByRole('search').getByRole('status').getByText(text).waitFor();
}

/** The position of the first occurrence of a text, as `LINE:COLUMN`. */
function placeOf(part: string, within = 0): string {
  const before = text.slice(0, text.indexOf(part) + within).split('\n');
  return `${before.length}:${before.at(-1)!.length + 1}`;
}

async function cursorAt(place: string): Promise<void> {
  const [line, column] = place.split(':');
  await bench.page.locator('.statusbar').getByText(`Ln ${line}, Col ${column}`).waitFor();
}
