import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workbench } from '../../vscode/workbench.mjs';
import type { FaultSession } from '../support/faultSession';
import { borrowSession } from '../support/sharedSession';
import { keepPicture } from '../support/windows';

const [first, second] = ['first.trajectory.json', 'second.trajectory.json'];

let session: FaultSession;
let bench: Workbench;
let text = '';

beforeAll(async () => {
  const messages = ['One', 'Two', 'Three'].map((content) => ({ role: 'user', content }));
  const trajectories = [0, 1].map((reward) => ({ messages_and_choices: messages, reward }));
  text = JSON.stringify({ split: 'train', trajectory_groups: [{ trajectories }] }, null, 2);
  session = await borrowSession({ [first]: text, [second]: text });
  bench = await session.open(first);
  await bench.page.setViewportSize({ width: 1700, height: 1000 });
  await bench.runCommand('Trajectory: Open View to the Side');
  await bench.view.getByRole('region', { name: 'Overview' }).getByText('2 trajectories').waitFor();
});

afterAll(() => session?.close());

it('moves the highlight in the text with its keys', async () => {
  const { page } = bench;
  await bench.focusView();
  await page.keyboard.press('n');
  await bench.view.getByRole('article', { name: /^Message 1 of/ }).waitFor();
  for (const [key, content] of [
    ['j', 'One'],
    ['j', 'Two'],
    ['j', 'Three'],
    ['k', 'Two'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(markedLine).toBe(lineBefore(content));
  }
  await keepPicture(page, 'view: the highlight follows');
});

it('opens beside a text in the column of views, without a third column', async () => {
  const { page } = bench;
  await bench.quickOpen(second);
  await bench.language.waitFor();
  await bench.openView(page.locator('.tab', { hasText: `View ${second}` }));
  await bench.view.getByRole('region', { name: 'Overview' }).getByText('2 trajectories').waitFor();
  await keepPicture(page, 'view: beside a text among views');
  expect(await page.locator('.editor-group-container').count()).toBe(2);
  const groups = page.locator('.editor-group-container');
  await groups
    .nth(0)
    .locator('.tab.active', { hasText: `View ${second}` })
    .waitFor();
  await groups.nth(1).locator('.tab.active', { hasText: second }).waitFor();
});

/** The first highlighted line of the text; 0 if there is none. */
function markedLine(): Promise<number> {
  return bench.page.evaluate(() => {
    const marked = [...document.querySelectorAll('.view-overlays .cdr[class*="ced-"]')];
    const top = Math.min(...marked.map((one) => one.parentElement!.getBoundingClientRect().top));
    const numbers = [...document.querySelectorAll('.margin-view-overlays .line-numbers')];
    const line = numbers.find((one) => Math.abs(one.parentElement!.getBoundingClientRect().top - top) < 2);
    return Number(line?.textContent ?? 0);
  });
}

/** The first line of the message with this content, in the first trajectory. */
function lineBefore(content: string): number {
  const before = text.slice(0, text.indexOf(`"${content}"`));
  return before.slice(0, before.lastIndexOf('{')).split('\n').length;
}
