import { describe, expect, it } from 'vitest';
import { useAirline } from './airline';

const open = useAirline();

/** The comparison of group 44, the best trajectory with the worst. */
async function opened(width = 1200) {
  const shown = await open({ width });
  await shown.openTrajectory(44, 3);
  await shown.command('compare');
  const comparison = shown.page.getByRole('region', { name: 'Comparison' });
  await comparison.waitFor();
  const column = (name: string) => comparison.getByRole('group', { name });
  return { ...shown, comparison, column };
}

describe('A comparison', () => {
  it('shows the best trajectory beside the worst, and where they differ first', async () => {
    const { page, comparison, column, trouble } = await opened();
    await column('Trajectory 1, reward 1').getByRole('article', { name: 'Message 4 of 14, user' }).waitFor();
    await column('Trajectory 2, reward 0').getByRole('article', { name: 'Message 4 of 14, user' }).waitFor();
    const texts = await comparison.getByRole('separator').allInnerTexts();
    expect(texts.map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'First difference · message 4, user',
      'First difference of the assistant · message 7, assistant',
    ]);
    await comparison.getByRole('button', { name: '3 messages in common: system, user, assistant' }).waitFor();
    await comparison.getByRole('button', { name: '2 messages alike: assistant, tool' }).waitFor();
    expect(await page.getByRole('list', { name: 'Groups' }).count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('marks the words that differ', async () => {
    const { column } = await opened();
    const first = column('Trajectory 1, reward 1').getByRole('article', { name: 'Message 4 of 14, user' });
    expect(await first.locator('mark').allInnerTexts()).toEqual(['Sure, my ', 'flight reservation ID']);
    const text = 'Sure, my user ID is anya_garcia_5901 and the flight reservation ID is 3RK2T9.';
    expect((await first.locator('.text').innerText()).trim()).toBe(text);
  });

  it('marks the tool of a call that the message beside it does not make', async () => {
    const { comparison, column } = await opened();
    await comparison.getByRole('button', { name: '2 messages alike' }).click();
    await column('Trajectory 2, reward 0').getByRole('article', { name: 'Message 5 of 14' }).waitFor();
    const [called, marked] = ['.tool', '.tool mark'].map((tools) =>
      comparison.locator(tools).allInnerTexts(),
    );
    const both = 'get_reservation_details';
    expect(await called).toEqual([both, 'update_reservation_passengers', both]);
    expect(await marked).toEqual(['update_reservation_passengers']);
  });

  it('says how the trajectories differ in length and tools', async () => {
    const { column } = await opened();
    const head = (name: string) => column(name).locator('.column-head');
    await head('Trajectory 1, reward 1').getByText('14 messages · ').waitFor();
    const strong = head('Trajectory 1, reward 1').locator('strong');
    expect(await strong.allInnerTexts()).toEqual(['reward 1', 'update_reservation_passengers']);
    await head('Trajectory 2, reward 0').getByText('1 tool call: get_reservation_details').waitFor();
  });

  it('puts messages of one row beside each other', async () => {
    const { column } = await opened();
    const topOf = async (name: string, message: RegExp) =>
      (await column(name).getByRole('article', { name: message }).boundingBox())!.y;
    for (const message of [/^Message 7 /, /^Message 9 /]) {
      const top = await topOf('Trajectory 1, reward 1', message);
      expect(await topOf('Trajectory 2, reward 0', message)).toBeCloseTo(top, 0);
    }
  });

  it('unfolds what is alike', async () => {
    const { comparison, column } = await opened();
    const run = comparison.getByRole('button', { name: '2 messages alike' });
    await run.click();
    await column('Trajectory 2, reward 0').getByRole('article', { name: 'Message 5 of 14' }).waitFor();
    expect(await run.getAttribute('aria-expanded')).toBe('true');
  });

  it('compares others by a pick, up to four', async () => {
    const { comparison, column } = await opened();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 4, reward 0');
    await column('Trajectory 4, reward 0').waitFor();
    await comparison.getByLabel('Add trajectory').selectOption('Trajectory 2, reward 0');
    await column('Trajectory 2, reward 0').waitFor();
    await comparison.getByLabel('Add trajectory').selectOption('Trajectory 3, reward 0');
    await column('Trajectory 3, reward 0').waitFor();
    expect(await comparison.getByRole('group').count()).toBe(4);
    expect(await comparison.getByLabel('Add trajectory').count()).toBe(0);
    await column('Trajectory 4, reward 0').getByRole('button', { name: 'Remove from Comparison' }).click();
    await column('Trajectory 4, reward 0').waitFor({ state: 'detached' });
  });

  it('scrolls together, and apart on request', async () => {
    const { comparison, column } = await opened();
    const [first, second] = ['Trajectory 1, reward 1', 'Trajectory 2, reward 0'].map(column);
    const topOf = async (name: RegExp) =>
      (await first!.getByRole('article', { name }).boundingBox())!.y -
      (await first!.locator('.column-head').boundingBox())!.height;
    const scroller = comparison.locator('.comparison-scroller');
    await scroller.evaluate((element) => {
      const ninth = element.querySelector('article[aria-label^="Message 9 "]')!;
      const head = element.querySelector<HTMLElement>('.column-head')!;
      element.scrollTop += ninth.getBoundingClientRect().top - head.getBoundingClientRect().bottom;
    });
    const before = await topOf(/^Message 9 /);
    await comparison.getByRole('button', { name: 'Scroll Apart' }).click();
    await comparison.getByRole('button', { name: 'Scroll Apart', pressed: true }).waitFor();
    await expect.poll(async () => Math.abs((await topOf(/^Message 9 /)) - before)).toBeLessThan(10);
    const scrolled = (element: Element) => element.scrollTop;
    const [left, right] = [await first!.evaluate(scrolled), await second!.evaluate(scrolled)];
    await first!.evaluate((element) => {
      element.scrollTop -= 100;
    });
    expect(await first!.evaluate(scrolled)).toBe(left - 100);
    expect(await second!.evaluate(scrolled)).toBe(right);
  });

  it('steps through differences and groups by key, and closes with Escape', async () => {
    const { page, command, comparison, moves, feed } = await opened();
    await comparison.locator('article[aria-current=true][aria-label="Message 4 of 14, user"]').waitFor();
    await command('nextMessage');
    await comparison.locator('article[aria-current=true][aria-label="Message 7 of 14, assistant"]').waitFor();
    expect(moves.at(-1)).toMatchObject({ trajectory: 172 });
    await command('nextGroup');
    await comparison.getByRole('heading', { name: 'Group 45' }).waitFor();
    await page.keyboard.press('Escape');
    await feed.waitFor();
    expect(await comparison.count()).toBe(0);
  });

  it('leaves the list where it was', async () => {
    const { page, list, openTrajectory, command } = await open({ width: 1200, height: 500 });
    await openTrajectory(44, 1);
    const seen = () =>
      list.evaluate((element) => {
        const { top, bottom } = element.closest('.list-scroller')!.getBoundingClientRect();
        return [...element.querySelectorAll('.row')].flatMap((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > top && box.top < bottom
            ? [row.querySelector('.visually-hidden')!.textContent]
            : [];
        });
      });
    const selected = 'Trajectory 1: reward 1, advantage +0.75, 14 messages';
    await expect.poll(seen).toContain(selected);
    const before = await seen();
    await command('compare');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await page.getByRole('button', { name: 'Close Comparison' }).click();
    await list.waitFor();
    await expect.poll(seen).toEqual(before);
  });

  it('leaves the conversation at the message that was looked at last', async () => {
    const { page, command, comparison, column, feed, moves } = await opened();
    const current = (name: string) => feed.locator(`article[aria-current=true][aria-label="${name}"]:focus`);
    // The same trajectory as before, and the other one.
    for (const [name, message, trajectory] of [
      ['Trajectory 1, reward 1', 'Message 9 of 14, assistant', 172],
      ['Trajectory 2, reward 0', 'Message 11 of 14, assistant', 173],
    ] as const) {
      if ((await comparison.count()) === 0) await command('compare');
      await column(name).getByRole('article', { name: message }).click();
      await page.keyboard.press('Escape');
      await current(message).waitFor();
      const box = (await current(message).boundingBox())!;
      const seen = (await page.locator('.feed-scroller').boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(seen.y - 1);
      expect(box.y).toBeLessThan(seen.y + seen.height);
      await expect
        .poll(() => moves.at(-1))
        .toMatchObject({ trajectory, message: Number(message.split(' ')[1]) - 1 });
    }
  });

  it('is left for a hit elsewhere, which stays the current one', async () => {
    const { page, command, comparison, column, feed, moves } = await opened();
    await command('find');
    await page.getByRole('textbox', { name: 'Find in messages' }).fill('3RK2T9');
    await page.getByText('52 hits in 14 trajectories').waitFor();
    // The last one of the compared trajectories.
    await column('Trajectory 2, reward 0').getByRole('article', { name: 'Message 14 of 14' }).click();
    await command('nextHit');
    await comparison.waitFor({ state: 'detached' });
    await feed.locator('article[aria-current=true][aria-label="Message 4 of 12, user"]:focus').waitFor();
    await expect
      .poll(() => moves.at(-1))
      .toMatchObject({ trajectory: 174, message: 3, part: { from: 64, to: 70 } });
  });

  it('has the focus at the first difference, also if a row of the list had it', async () => {
    const { page, row, command, moves } = await open({ width: 1200 });
    await row(/^Group 3:/).click();
    await row(/^Trajectory 4:/).click();
    await command('compare');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('separator', { name: 'First difference', exact: true }).waitFor();
    const difference = await comparison.locator('[role=separator]').first().getAttribute('data-mark');
    await comparison.locator(`article[aria-current=true][data-row="${difference}"]:focus`).waitFor();
    expect(moves.at(-1)).toMatchObject({ message: Number(difference) });
  });

  it('moves to another group with the focus, the text and the names of its columns', async () => {
    const { command, comparison, moves } = await opened();
    await comparison.locator('article[aria-current=true][aria-label="Message 4 of 14, user"]').waitFor();
    await command('nextTrajectory');
    await comparison.getByRole('group', { name: 'Trajectory 3, reward 0' }).waitFor();
    await command('previousGroup');
    await comparison.getByRole('heading', { name: 'Group 43' }).waitFor();
    await comparison.locator('article[aria-current=true]:focus').waitFor();
    await expect.poll(() => moves.at(-1)).toMatchObject({ trajectory: 42 * 4 });
    for (const column of await comparison.getByRole('group').all()) {
      const chosen = column
        .locator('select')
        .evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text);
      expect(await chosen).toBe(await column.getAttribute('aria-label'));
    }
  });

  it('moves to the next group that the filters leave', async () => {
    const { page, command, openTrajectory } = await open({ width: 1200 });
    await page.getByRole('button', { name: 'with spread 26' }).click();
    await page.getByText('26 of 50 groups').waitFor();
    await openTrajectory(3, 1);
    await command('compare');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('heading', { name: 'Group 3' }).waitFor();
    // Groups 4 and 5 have no spread.
    await command('nextGroup');
    await comparison.getByRole('heading', { name: 'Group 6' }).waitFor();
    await command('previousGroup');
    await comparison.getByRole('heading', { name: 'Group 3' }).waitFor();
  });

  it('moves to the first group from one that filters hide', async () => {
    const { page, command, openTrajectory } = await open({ width: 1200 });
    await page.getByRole('button', { name: 'with spread 26' }).click();
    await page.getByText('26 of 50 groups').waitFor();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    for (const key of ['nextGroup', 'previousGroup'] as const) {
      // It has no spread.
      await openTrajectory(4, 1);
      await command('compare');
      await comparison.getByRole('heading', { name: 'Group 4' }).waitFor();
      await command(key);
      await comparison.getByRole('heading', { name: 'Group 2' }).waitFor();
      await command('compare');
      await comparison.waitFor({ state: 'detached' });
      await openTrajectory(4, 1);
      await page.getByRole('heading', { name: 'Group 4 · Trajectory 1 of 4' }).waitFor();
      await command(key);
      await page.getByRole('heading', { name: 'Group 2 · Trajectory 1 of 4' }).waitFor();
    }
  });

  it('shows the first difference below heads of any height', async () => {
    const { comparison } = await opened(500);
    const mark = comparison.getByRole('separator', { name: 'First difference', exact: true });
    await mark.waitFor();
    await comparison.locator('article[aria-current=true]').waitFor();
    const heads = await comparison.locator('.column-head').all();
    for (const head of heads) {
      const box = (await head.boundingBox())!;
      expect((await mark.boundingBox())!.y).toBeGreaterThanOrEqual(box.y + box.height);
    }
  });

  it('keeps messages within their columns in a narrow view', async () => {
    const { page, comparison } = await opened(360);
    await comparison.locator('article[aria-current=true]').waitFor();
    const overlaps = await page.evaluate(
      () =>
        [...document.querySelectorAll('.compared .card')].filter(
          (card) =>
            card.getBoundingClientRect().right > card.closest('.compared')!.getBoundingClientRect().right,
        ).length,
    );
    expect(overlaps).toBe(0);
  });

  it('forgets a failure when it is tried again, or closed', async () => {
    const { page, command, comparison, column, failing } = await opened();
    const alert = page.getByRole('alert').getByText('The server is busy.');
    failing.set('compare', 'The server is busy.');
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 3, reward 0');
    await alert.waitFor();
    failing.clear();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 3, reward 0');
    await column('Trajectory 3, reward 0').waitFor();
    expect(await alert.count()).toBe(0);
    failing.set('compare', 'The server is busy.');
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 4, reward 0');
    await alert.waitFor();
    await command('compare');
    await comparison.waitFor({ state: 'detached' });
    expect(await alert.count()).toBe(0);
    await command('compare');
    await alert.waitFor();
    failing.clear();
    // The same key tries again.
    await command('compare');
    await comparison.waitFor();
    expect(await alert.count()).toBe(0);
  });

  it('ignores the failure of one that is no longer wanted', async () => {
    const { page, comparison, column, failing, asked } = await opened();
    const compared = () => asked.filter(({ name }) => name === 'compare').length;
    const before = compared();
    let fail = (_message: string): void => {};
    failing.set(
      'compare',
      new Promise((resolve) => {
        fail = resolve;
      }),
    );
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 3, reward 0');
    await expect.poll(compared).toBe(before + 1);
    failing.clear();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 4, reward 0');
    await column('Trajectory 4, reward 0').waitFor();
    const received = page.evaluate(
      () => new Promise<void>((resolve) => window.addEventListener('message', () => resolve())),
    );
    fail('The server is busy.');
    await received;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.getByRole('alert').count()).toBe(0);
    await column('Trajectory 4, reward 0').waitFor();
  });

  it('keeps its failure while a conversation arrives that was fetched before', async () => {
    const { page, tell, command, failing, asked } = await open({});
    const asksFor = (trajectory: number) =>
      asked.some((one) => one.name === 'conversation' && one.params.trajectory === trajectory);
    let arrive = (): void => {};
    failing.set(
      'conversation',
      new Promise((resolve) => {
        arrive = () => resolve(undefined);
      }),
    );
    await tell({ type: 'show', trajectory: 90, message: null });
    await expect.poll(() => asksFor(90)).toBe(true);
    failing.set('compare', 'The server is busy.');
    await command('compare');
    const alert = page.getByRole('alert').getByText('The server is busy.');
    await alert.waitFor();
    const received = page.evaluate(
      () => new Promise<void>((resolve) => window.addEventListener('message', () => resolve())),
    );
    arrive();
    await received;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await alert.count()).toBe(1);
  });

  it('stays after a reload', async () => {
    const { page, comparison, column } = await opened();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 3, reward 0');
    await column('Trajectory 3, reward 0').waitFor();
    await page.reload();
    await column('Trajectory 3, reward 0').waitFor();
  });

  it('is kept at once, because the window can be reloaded at once', async () => {
    const { page, comparison, column } = await opened();
    // What waits for time never comes.
    await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
    const kept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('state')!).settings.compared);
    const before = await kept();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Trajectory 3, reward 0');
    await column('Trajectory 3, reward 0').waitFor();
    expect(await kept()).toEqual([before[0], { ...before[1], trajectory: before[0].trajectory + 2 }]);
    await comparison.getByRole('button', { name: 'Close Comparison' }).click();
    await page.getByRole('list', { name: 'Groups' }).waitFor();
    expect(await kept()).toEqual([]);
  });
});
