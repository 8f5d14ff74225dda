import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readAirline, useAirline } from './airline';

const open = useAirline();

/** Opens the condition form by keyboard, fills it in and adds the condition. */
async function filterBy(page: Page, column: string, comparison: string, value: string): Promise<void> {
  await page.getByText('Filter by Value').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Column' }).selectOption({ label: column });
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption(comparison);
  const field = page.getByRole('textbox', { name: 'Value to compare with' });
  await field.fill(value);
  await field.press('Enter');
}

describe('Enter in the filter by label or number', () => {
  it.each([
    // Labels of group 22 and of group 45 contain it, too.
    ['44', /^Group 44\b/],
    ['group 44, trajectory 2', /^Group 44\b.*Trajectory 2\b/],
    // Only labels contain it.
    ['6144', /^Group 22\b/],
  ])('opens the group of that number, or the first match: %s', async (text, heading) => {
    const { page } = await open();
    const field = page.getByRole('searchbox', { name: 'Filter by label or number' });
    await field.fill(text);
    await field.press('Enter');
    await page.getByRole('feed', { name: 'Conversation' }).waitFor();
    await page.getByRole('heading', { name: heading }).waitFor();
  });
});

describe('A filter by value', () => {
  it.each([
    ['reward', '≥', '0.5', '36 of 50 groups, 84 of 200 trajectories'],
    ['metrics.tool_calls', '>', '10', /^\d+ of 50 groups, [1-9]\d* of 200 trajectories$/],
    ['advantage', '=', '0.75', /^\d+ of 50 groups, [1-9]\d* of 200 trajectories$/],
    ['task_id', '=', '36', '1 of 50 groups, 4 of 200 trajectories'],
    ['user_id', 'contains', 'OMAR', /^\d+ of 50 groups, [1-9]\d* of 200 trajectories$/],
    ['mean of the group', '=', '0.25', /^\d+ of 50 groups, [1-9]\d* of 200 trajectories$/],
    ['messages', '≤', '1', '0 of 50 groups, 0 of 200 trajectories'],
  ])('can be typed: %s %s %s', async (column, comparison, value, left) => {
    const { page, trouble } = await open();
    await filterBy(page, column, comparison, value);
    await page.getByRole('group', { name: 'Filters' }).getByRole('status').getByText(left).waitFor();
    expect(trouble).toEqual([]);
  });

  it('has its whole form in sight, as wide as the view is, also if that changes', async () => {
    const { page } = await open();
    await page.getByText('Filter by Value').click();
    const form = page.getByRole('group', { name: 'Filter by Value' });
    await form.getByRole('button').waitFor();
    for (const width of [1200, 620, 400, 260, 620]) {
      await page.setViewportSize({ width, height: 800 });
      for (const part of ['combobox', 'textbox', 'button'] as const) {
        for (const one of await form.getByRole(part).all()) {
          const right = async () => {
            const { x, width: own } = (await one.boundingBox())!;
            return x < 0 ? Number.POSITIVE_INFINITY : x + own;
          };
          await expect.poll(right).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  it('keeps groups whole when they are saved, and says how many trajectories it does not match', async () => {
    const { page, said } = await open();
    await filterBy(page, 'reward', '≥', '0.5');
    await page.getByText('36 of 50 groups, 84 of 200 trajectories').waitFor();
    await page.getByRole('button', { name: 'Save Selection as JSON Lines' }).click();
    await expect.poll(() => said.at(-1)).toMatchObject({ type: 'saveSelection', others: 36 * 4 - 84 });
  });

  it('matches an independent count', async () => {
    const { page } = await open();
    await filterBy(page, 'metrics.tool_calls', '≥', '3');
    await filterBy(page, 'metrics.tool_calls', '<', '5');
    const calls = [3, 4];
    const groups = readAirline().trajectory_groups.map(
      ({ trajectories }) => trajectories.filter(({ metrics }) => calls.includes(metrics.tool_calls)).length,
    );
    const some = groups.filter((count) => count > 0).length;
    const all = groups.reduce((sum, count) => sum + count, 0);
    await page.getByText(`${some} of 50 groups, ${all} of 200 trajectories`).waitFor();
  });

  it('can be removed, survives a reload, and returns the keyboard focus', async () => {
    const { page } = await open();
    await filterBy(page, 'reward', '=', '1');
    await page.getByText('36 of 50 groups').waitFor();
    expect(await page.locator(':focus').innerText()).toBe('Filter by Value');
    await filterBy(page, 'messages', '>', '30');
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('state')))
      .toContain('"comparison":">","value":"30"');
    await page.reload();
    await page.getByRole('button', { name: 'messages > 30, remove this filter' }).click();
    await page.getByText('36 of 50 groups, 84 of 200 trajectories').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.filter-bar') !== null))
      .toBe(true);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.getByRole('button', { name: 'reward = 1' }).waitFor({ state: 'detached' });
  });

  it('says what to type if the value is not a number', async () => {
    const { page } = await open();
    await filterBy(page, 'reward', '=', 'high');
    const field = page.getByRole('textbox', { name: 'Value to compare with' });
    await page.getByRole('alert').getByText('Type a number, such as 0.5 or -2.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('1');
    await page.getByText('Type a number').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add Filter' }).click();
    await page.getByText('36 of 50 groups').waitFor();
  });
});

describe('The text filter', () => {
  it('finds a group by its number, and opens it', async () => {
    const { page, row, list } = await open();
    const field = page.getByRole('searchbox', { name: 'Filter by label or number' });
    await field.fill('group 37');
    await page.getByText('1 of 50 groups, 4 of 200 trajectories').waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Group 37 · Trajectory 1 of 4' }).waitFor();
    // Keys now apply to the conversation.
    await page.locator('article:focus').waitFor();
    await field.fill('37');
    // The group with that number, and one whose task contains it.
    await row(/^Group 37:/).waitFor();
    await row(/^Group 38: task_id 37/).waitFor();
    await field.press('ArrowDown');
    await list.locator('button:focus').getByText('Group 37:').waitFor();
  });
});

describe('The column headers', () => {
  it('sort by their column, in both directions', async () => {
    const { page, list } = await open({ width: 1400 });
    const heads = page.getByRole('table', { name: 'Columns' });
    const first = () => list.getByRole('listitem').first().innerText();
    const column = (name: string) => heads.getByRole('columnheader', { name, exact: true });
    await heads.getByRole('button', { name: 'reward' }).click();
    await expect.poll(() => column('reward').getAttribute('aria-sort')).toBe('descending');
    await expect.poll(first).toMatch(/mean 1,/);
    await heads.getByRole('button', { name: 'reward' }).click();
    await expect.poll(() => column('reward').getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(first).toMatch(/mean 0,/);
    await heads.getByRole('button', { name: 'task_id' }).click();
    await expect.poll(first).toContain('task_id 0,');
    await expect.poll(() => column('reward').getAttribute('aria-sort')).toBe('none');
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('label:task_id');
    await heads.getByRole('button', { name: 'Group' }).click();
    await heads.getByRole('button', { name: 'Group' }).click();
    await expect.poll(first).toContain('Group 50:');
  });

  it('and the counts of the overview lead to the first row', async () => {
    const { page, list, row } = await open({ width: 1400 });
    const overview = page.getByRole('region', { name: 'Overview' });
    for (const button of [
      page.getByRole('table', { name: 'Columns' }).getByRole('button', { name: 'msgs' }),
      overview.getByRole('button', { name: / messages$/ }),
      overview.getByRole('button', { name: /^reward / }),
    ]) {
      await row(/^Group/)
        .first()
        .focus();
      await page.keyboard.press('End');
      await expect.poll(() => page.locator('.list-scroller').evaluate((one) => one.scrollTop)).not.toBe(0);
      await button.click();
      await expect.poll(() => page.locator('.list-scroller').evaluate((one) => one.scrollTop)).toBe(0);
      await list.locator('[data-row="0"][tabindex="0"]').waitFor();
    }
  });

  it('and the choice of the order agree, whichever is used', async () => {
    const { page } = await open({ width: 1400 });
    const heads = page.getByRole('table', { name: 'Columns' });
    const choice = page.getByRole('combobox', { name: 'Sort by' });
    await choice.selectOption('reward');
    for (const [name, value] of [
      ['msgs', 'messages'],
      ['reward', 'reward'],
    ] as const) {
      await heads.getByRole('button', { name }).click();
      await expect.poll(() => choice.inputValue()).toBe(value);
    }
  });

  it('are aligned with their columns', async () => {
    const { page, row } = await open({ width: 1400 });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('number:metrics.tool_calls');
    await row(/^Group/)
      .first()
      .click();
    await row('Trajectory 1:').waitFor();
    const edges = (parent: string) =>
      page
        .locator(parent)
        .evaluate((cells) =>
          [...cells.children]
            .filter(({ className }) => /row-(number|second|messages|sorted|wide)/.test(className))
            .map((cell) => Math.round(cell.getBoundingClientRect().right)),
        );
    const heads = await edges('.column-heads .cells');
    expect(heads.length).toBeGreaterThanOrEqual(5);
    for (const kind of ['group', 'trajectory'])
      expect(await edges(`.row.${kind} .cells >> nth=0`)).toEqual(heads);
  });

  it.each([1000, 1300])('leave enough room for the labels at a width of %s pixels', async (width) => {
    const { page, row } = await open({ width });
    await row('Group 5:').waitFor();
    const cut = await page
      .locator('.row.group .row-labels')
      .evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
      );
    // Fonts differ, so some of the longest may be cut off.
    expect(cut.length).toBeLessThan(3);
  });
});
