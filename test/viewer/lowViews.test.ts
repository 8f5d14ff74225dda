import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useAirline } from './airline';

// Lower than the overview, the list of hits and a few messages together: all of the view scrolls.
const open = useAirline();
const low = { width: 900, height: 400 };

/** Whether the start of the current hit is in the window. */
function isHitSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [hit] = CSS.highlights.get('trajectory-hit') ?? [];
    const { top = -1 } = hit instanceof Range ? hit.getBoundingClientRect() : {};
    return top >= 0 && top <= window.innerHeight - 10;
  });
}

/** Whether the start of what has the focus is in the window. */
function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { top } = document.activeElement!.getBoundingClientRect();
    return top >= 0 && top <= window.innerHeight - 10;
  });
}

it('In a low view, the hit that is gone to is in sight', async () => {
  const { page, show, command } = await open(low);
  await show(172);
  await command('find');
  await page.getByRole('textbox', { name: 'Find in messages' }).fill('anya_garcia_5901');
  await page.getByRole('list', { name: 'Hits' }).waitFor();
  await command('nextHit');
  await page.locator('article[aria-current=true]').waitFor();
  await expect.poll(() => isHitSeen(page)).toBe(true);
  await command('compare');
  await page.getByRole('region', { name: 'Comparison' }).waitFor();
  await command('nextHit');
  await expect.poll(() => isHitSeen(page)).toBe(true);
});

it('In a low view, the message and the row that a key leads to are in sight', async () => {
  const { page, show, command, row } = await open({ ...low, height: 300 });
  await show(172);
  await command('nextMessage');
  await command('nextMessage');
  await page.locator('article[aria-current=true]:focus').waitFor();
  expect(await isFocusSeen(page)).toBe(true);
  await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
  await row('Group 44').evaluate((one) => one.focus({ preventScroll: true }));
  await page.keyboard.press('End');
  await row('Group 50').and(page.locator(':focus')).waitFor();
  expect(await isFocusSeen(page)).toBe(true);
});
