import { describe, expect, it } from 'vitest';
import { paletteCommands } from '../../client/view/viewMessages';
import { contributes } from '../../package.json';
import { readAirline, useAirline } from './airline';

const open = useAirline();

/** All selections of any size from a few values. */
function subsets(values: readonly number[]): number[][] {
  return Array.from({ length: 2 ** values.length }, (_, set) =>
    values.filter((_, i) => ((set >> i) & 1) === 1),
  );
}

describe('The overview', () => {
  it('shows counts, and says which groups there is something to learn from', async () => {
    const { page, trouble } = await open();
    const overview = page.getByRole('region', { name: 'Overview' });
    for (const text of ['50 groups', '200 trajectories', '5,308 messages', 'reward 0.42 ± 0.494']) {
      await overview.getByRole('button', { name: text }).waitFor();
    }
    await overview
      .getByText('26 groups with spread, 24 without: nothing to learn from the latter.')
      .waitFor();
    const passes = overview.getByRole('list', { name: 'pass@k, unbiased estimate' }).getByRole('listitem');
    expect(await passes.allInnerTexts()).toEqual(['pass@1 0.42', 'pass@2 0.567', 'pass@4 0.72']);
    expect(trouble).toEqual([]);
  });

  it('has the numbers of an independent computation', async () => {
    const groups = readAirline().trajectory_groups.map(({ trajectories }) => trajectories);
    const rewards = groups.map((group) => group.map(({ reward }) => reward));
    const all = rewards.flat();
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length;
    const messages = groups.flat().reduce((sum, { messages_and_choices: { length } }) => sum + length, 0);
    const flat = rewards.filter((group) => new Set(group).size === 1).length;
    /** The share of all pairs, or of another size, in which at least one passes. */
    const passAt = (k: number) => {
      const shares = rewards.map((group) => {
        const choices = subsets(group).filter(({ length }) => length === k);
        return choices.filter((choice) => choice.some((reward) => reward >= 1)).length / choices.length;
      });
      return shares.reduce((sum, one) => sum + one, 0) / shares.length;
    };
    const rounded = (value: number) => `${Number(value.toPrecision(3))}`;
    const { page } = await open();
    const overview = page.getByRole('region', { name: 'Overview' });
    for (const text of [
      `${groups.length} groups`,
      `${all.length} trajectories`,
      `${messages.toLocaleString('en')} messages`,
      `reward ${rounded(mean)} ± ${rounded(Math.sqrt(variance))}`,
      ...[1, 2, 4].map((k) => `pass@${k} ${rounded(passAt(k))}`),
    ])
      await overview.getByRole('button', { name: text, exact: true }).waitFor();
    await overview.getByText(`${groups.length - flat} groups with spread, ${flat} without: `).waitFor();
  });

  it('has a table of rewards by group for users who cannot see the chart', async () => {
    const { page } = await open();
    const table = page.getByRole('table', { name: 'Rewards by group' });
    expect(await table.getByRole('row').count()).toBe(51);
    const row = table.getByRole('row', { name: /^Group 14 / });
    expect((await row.innerText()).split('\t').map((text) => text.trim())).toEqual([
      'Group 14',
      '4',
      '0.5',
      '0.5',
      '0',
      '1',
    ]);
  });

  it('has tables whose numbers lead to their trajectories', async () => {
    const { page } = await open({ width: 1400 });
    for (const button of await page.getByRole('button', { name: 'Show as Table' }).all())
      await button.click();
    const cell = (table: string, row: RegExp, column: number) =>
      page.getByRole('table', { name: table }).getByRole('row', { name: row }).getByRole('cell').nth(column);
    await cell('Rewards by group', /^Group 16 /, 1).click();
    await page.getByRole('heading', { name: 'Group 16 · Trajectory 1 of 4' }).waitFor();
    // Also while text is selected.
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('h2')!));
    await page.getByRole('button', { name: 'Group 27', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Group 27 · Trajectory 1 of 4' }).waitFor();
    await cell('reward by messages', /^0 to 6 /, 1).click();
    await page.getByText('1 of 50 groups, 1 of 200 trajectories').waitFor();
  });

  it('filters by a histogram bar, in the chart and in its table', async () => {
    const { page, list } = await open();
    const chart = page.locator('.figure-histogram .u-over');
    const box = (await chart.boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.8);
    await page.getByText('36 of 50 groups, 84 of 200 trajectories').waitFor();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await page.locator('.figure-histogram').getByRole('button', { name: 'Show as Table' }).click();
    await page
      .getByRole('table', { name: 'Distribution of reward' })
      .getByRole('button', { name: '116' })
      .click();
    await page.getByText('40 of 50 groups, 116 of 200 trajectories').waitFor();
    expect(await list.getByRole('listitem').first().getAttribute('aria-setsize')).toBe('40');
  });

  it('filters by a brushed range of groups', async () => {
    const { page } = await open();
    const box = (await page.locator('.figure-groups .u-over').boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.6, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.99, y, { steps: 4 });
    await page.mouse.up();
    await page.getByText('24 of 50 groups, 96 of 200 trajectories').waitFor();
    await page.getByRole('button', { name: 'spread = 0' }).waitFor();
  });

  it('filters by a brushed band of values only by value', async () => {
    const { page } = await open();
    for (const figure of ['groups', 'lengths']) {
      const box = (await page.locator(`.figure-${figure} .u-over`).boundingBox())!;
      const x = box.x + box.width / 2;
      await page.mouse.move(x, box.y + 1);
      await page.mouse.down();
      await page.mouse.move(x, box.y + box.height * 0.3, { steps: 4 });
      await page.mouse.up();
      await page.getByText('36 of 50 groups, 84 of 200 trajectories').waitFor();
      const filters = page.getByRole('button', { name: /, remove this filter$/ });
      expect(await filters.count()).toBe(1);
      await page.getByRole('button', { name: 'Clear Filters' }).click();
      await filters.waitFor({ state: 'detached' });
    }
  });

  it('does not filter by a drag up a histogram, where a height is no value', async () => {
    const { page } = await open();
    const box = (await page.locator('.figure-histogram .u-over').boundingBox())!;
    const x = box.x + box.width * 0.75;
    await page.mouse.move(x, box.y + 1);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height * 0.6, { steps: 4 });
    await page.mouse.up();
    // A filter would be drawn in the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await page.getByRole('button', { name: /, remove this filter$/ }).count()).toBe(0);
  });

  it('describes what is under the pointer', async () => {
    const { page, trouble } = await open({ width: 1400 });
    const tip = page.locator('.chart-tip:visible');
    const hover = async (figure: string, x: number, y: number) => {
      const box = (await page.locator(`.figure-${figure} .u-over`).boundingBox())!;
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
    };
    await hover('histogram', 0.75, 0.9);
    await expect.poll(() => tip.allInnerTexts()).toEqual(['reward 1: 84 trajectories']);
    // The first of the groups, at the largest value: rewards lie between an eighth and seven eighths of the height.
    await hover('groups', 1.3 / 50.4, 0.097);
    await expect
      .poll(() => tip.allInnerTexts())
      .toEqual([expect.stringMatching(/^Group \d+, Trajectory \d: reward 1$/)]);
    // Between its dots: the group.
    await hover('groups', 1.3 / 50.4, 0.5);
    await expect
      .poll(() => tip.allInnerTexts())
      .toEqual([expect.stringMatching(/^Group \d+: mean 0\.5, spread 0\.5$/)]);
    await hover('groups', 49.7 / 50.4, 0.5);
    await expect
      .poll(() => tip.allInnerTexts())
      .toEqual([expect.stringMatching(/^Group \d+: mean 0, no spread$/)]);
    await hover('lengths', 32 / (1.03 * 62), 1 - 0.097);
    await expect
      .poll(() => tip.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Group \d+, Trajectory \d: reward 0, 32 messages, and \d+ more here$/),
      ]);
    await page.mouse.move(0, 0);
    await expect.poll(() => tip.count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('can show another number instead of the reward', async () => {
    const { page } = await open();
    await page.getByRole('combobox', { name: 'Value' }).selectOption('metrics.tool_calls');
    await page.getByRole('table', { name: 'metrics.tool_calls by group' }).waitFor();
    const threshold = page.getByRole('spinbutton', { name: 'Threshold' });
    await threshold.fill('0');
    await threshold.press('Tab');
    await page.getByRole('button', { name: 'pass@1 1', exact: true }).waitFor();
    // The threshold does not carry over to another value.
    await page.getByRole('combobox', { name: 'Value' }).selectOption('reward');
    await page.getByRole('button', { name: 'pass@1 0.42', exact: true }).waitFor();
    expect(await threshold.inputValue()).toBe('1');
  });
});

describe('The list', () => {
  it('opens a trajectory and reveals its source', async () => {
    const { page, row, list, said, message } = await open();
    await row('Group 2:').click();
    await row('Trajectory 2:').click();
    await page.getByRole('heading', { name: 'Group 2 · Trajectory 2 of 4' }).waitFor();
    await message(1).waitFor();
    expect(said).toContainEqual({ type: 'reveal', trajectory: 5, message: null, focus: false });
    expect(await list.locator('[aria-current=true]').innerText()).toContain('Trajectory 2');
  });

  it('moves the text when the user navigates, but not when the view follows the text', async () => {
    const { show, moves, command, message } = await open();
    const at = (trajectory: number, message: number | null) => ({ type: 'moved', trajectory, message });
    await show(4);
    expect(moves).toEqual([]);
    await command('nextMessage');
    await command('nextMessage');
    await expect.poll(() => moves).toEqual([at(4, 0), at(4, 1)]);
    await message(3).getByRole('button', { name: 'Fold' }).first().focus();
    await expect.poll(() => moves.at(-1)).toEqual(at(4, 2));
    await command('previousMessage');
    await expect.poll(() => moves.at(-1)).toEqual(at(4, 1));
    await command('nextTrajectory');
    await expect.poll(() => moves.at(-1)).toMatchObject({ trajectory: 5 });
    await command('nextGroup');
    await expect.poll(() => moves.at(-1)).toMatchObject({ trajectory: 8 });
  });

  it('has the keyboard when it opens, and gets it back with Escape', async () => {
    const { page, message, command } = await open();
    const focused = () => page.locator(':focus').innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await message(1).waitFor();
    await command('nextMessage');
    await command('nextMessage');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message-1');
    await page.keyboard.press('Escape');
    await expect.poll(focused).toContain('Trajectory 1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toContain('Trajectory 2');
  });

  it.each([600, 1200])(
    'goes back with Escape after a click beside the messages, %d px wide',
    async (width) => {
      const { page, row, message } = await open();
      await page.setViewportSize({ width, height: 800 });
      await row('Group 1:').click();
      await row('Trajectory 1:').click();
      await message(1).waitFor();
      await page.getByRole('heading', { name: /^Group 1\b/ }).click();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
      await page.keyboard.press('Escape');
      await page.locator('.row-button:focus', { hasText: 'Trajectory 1' }).waitFor();
    },
  );

  it('has room for rows in a low view, such as one at 200 %', async () => {
    const { page, row, message } = await open({ width: 371, height: 353 });
    const first = row('Group 1:');
    await first.scrollIntoViewIfNeeded();
    const [box, scroller] = [
      (await first.boundingBox())!,
      (await page.locator('.list-scroller').boundingBox())!,
    ];
    expect(scroller.height).toBeGreaterThan(4 * box.height);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(353);
    await first.click();
    await row('Trajectory 1:').click();
    await message(1).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.row-button:focus', { hasText: 'Trajectory 1' }).waitFor();
  });

  it('has the focus where a key led, before the next key', async () => {
    const { page, row } = await open();
    await row('Group 1:').focus();
    const focused = await page.evaluate(() => {
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter'])
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      return document.activeElement!.textContent;
    });
    expect(focused).toContain('Group 3:');
  });

  it('is navigated, folded and unfolded with the arrow keys', async () => {
    const { page, row, list } = await open();
    await row('Group 1:').focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const focused = list.locator('button:focus');
    await focused.getByText('Trajectory 2:').waitFor();
    await page.keyboard.press('ArrowLeft');
    await focused.getByText('Group 2:').waitFor();
    await page.keyboard.press('End');
    await focused.getByText('Group 50:').waitFor();
    await page.keyboard.press('Home');
    await focused.getByText('Group 1:').waitFor();
  });

  it('keeps text typed into the filter, in any way of typing it', async () => {
    const { page } = await open();
    const filter = page.getByRole('searchbox', { name: 'Filter by label or number' });
    await page.evaluate(() => window.addEventListener('keydown', () => document.body.append('key')));
    await filter.pressSequentially('jff[');
    expect(await filter.inputValue()).toBe('jff[');
    // `[` by AltGr as Windows reports it, a dead key, and a key of an input method.
    for (const event of [
      { key: '[', code: 'Digit8', ctrlKey: true, altKey: true, modifierAltGraph: true },
      { key: 'Dead', code: 'BracketLeft' },
      { key: 'Process', code: 'KeyJ' },
      { key: 'Unidentified', code: 'KeyJ', isComposing: true },
    ])
      await filter.dispatchEvent('keydown', event);
    expect(await page.locator('body').innerText()).not.toContain('key');
    await filter.dispatchEvent('keydown', { key: 'j', code: 'KeyJ', ctrlKey: true });
    expect(await page.locator('body').innerText()).toContain('key');
    await page.getByText('No trajectory matches the filters.').waitFor();
    await filter.fill('omar_davis');
    await page.getByText(/^\d+ of 50 groups/).waitFor();
  });

  it('names the filters that nothing passes, and shows all trajectories again', async () => {
    const { page, row } = await open();
    await page.getByRole('button', { name: 'without 24' }).click();
    await page.getByRole('searchbox', { name: 'Filter by label or number' }).fill('nobody');
    await page.getByText('No trajectory matches the filters.').waitFor();
    const names = page.getByRole('list', { name: 'Filters that are on' }).getByRole('listitem');
    expect(await names.allInnerTexts()).toEqual(['without spread', 'label or number “nobody”']);
    await page.getByRole('button', { name: 'Show All Trajectories' }).click();
    await row('Group 2:').waitFor();
    expect(await page.getByRole('button', { name: 'Clear Filters' }).count()).toBe(0);
  });

  it('saves the groups that pass the filters', async () => {
    const { page, said } = await open();
    await page.getByRole('button', { name: 'without 24' }).click();
    await page.getByText('24 of 50 groups, 96 of 200 trajectories').waitFor();
    await page.getByRole('button', { name: 'Save Selection as JSON Lines' }).click();
    await expect.poll(() => said.at(-1)?.type).toBe('saveSelection');
    const message = said.at(-1)!;
    const bytes = Buffer.from(message.type === 'saveSelection' ? message.groups : '', 'base64');
    const groups = [...new Int32Array(new Uint8Array(bytes).buffer)];
    expect(groups).toHaveLength(24);
    expect(groups.slice(0, 3)).toEqual([0, 3, 4]);
    expect(message).toMatchObject({ others: 0 });
  });

  it('sorts by any column', async () => {
    const { page, list } = await open();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('reward');
    await page.getByRole('button', { name: 'Descending' }).click();
    await page.getByRole('checkbox', { name: 'by group' }).uncheck();
    await expect.poll(() => list.getByRole('listitem').first().innerText()).toContain('Trajectory');
    expect(await list.getByRole('listitem').first().innerText()).toMatch(/\n1\n\+0\.\d+/);
  });
});

describe('The view', () => {
  it('restores its state after a reload', async () => {
    const { page, openTrajectory, row, list, asked, message } = await open();
    await openTrajectory(44, 1);
    await page.getByRole('button', { name: 'with spread 26' }).click();
    await page.getByRole('button', { name: 'metadata 3' }).click();
    await message(2).getByRole('button', { name: 'Fold' }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('state'))).toContain('card 1');
    const before = asked.length;
    await page.reload();
    await page.getByRole('heading', { name: 'Group 44 · Trajectory 1 of 4' }).waitFor();
    // The conversation does not wait for the data of other trajectories. The next one may be fetched afterwards.
    expect(
      asked
        .slice(before, before + 2)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['collection', 'conversation']);
    await page.getByText('26 of 50 groups').waitFor();
    await page.getByRole('region', { name: 'metadata' }).waitFor();
    expect(await message(2).getByRole('button', { name: 'Fold' }).getAttribute('aria-expanded')).toBe(
      'false',
    );
    await row('Trajectory 1:').waitFor();
    expect(await list.locator('[aria-current=true]').innerText()).toContain('Trajectory 1');
  });

  it('saves a new selection without delay: its tab may move to another group at any moment', async () => {
    const { page, openTrajectory } = await open();
    await page.evaluate(stopTimers);
    await openTrajectory(44, 1);
    const state = () => page.evaluate(() => sessionStorage.getItem('state'));
    await expect.poll(state).toContain('"trajectory":172,');
  });

  it('lists its keys', async () => {
    const shown = await open();
    await shown.row('Group 3:').focus();
    await shown.command('showKeys');
    const dialog = shown.page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await dialog.getByText('Next Trajectory').waitFor();
    const rows = await dialog
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((row) => ['dd', 'kbd'].map((name) => row.querySelector(name)!.textContent)),
      );
    expect(Object.fromEntries(rows)).toEqual(boundKeys());
    await shown.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await shown.page.locator(':focus').innerText()).toContain('Group 3');
  });

  it('shows either the list or the conversation if it is narrow', async () => {
    const { page, row, list, feed, message, show, command } = await open({ width: 500 });
    await row('Group 2:').click();
    await row('Trajectory 2:').click();
    await message(1).waitFor();
    await list.waitFor({ state: 'hidden' });
    const focus = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    await expect.poll(focus).toBe('message-0');
    await page.getByRole('button', { name: 'Groups', exact: true }).click();
    await list.waitFor();
    await feed.waitFor({ state: 'hidden' });
    await expect.poll(focus).toContain('Trajectory 2:');
    // A trajectory shown from elsewhere replaces the list, too.
    await show(20);
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Groups', exact: true }).click();
    await command('nextTrajectory');
    await page.getByRole('heading', { name: 'Group 6 · Trajectory 2 of 4' }).waitFor();
  });

  it('gives the text its whole width in a panel beside a text', async () => {
    const { page, list, message, openTrajectory } = await open({ width: 720 });
    const save = page.getByRole('button', { name: 'Save Selection as JSON Lines' });
    const field = page.getByRole('searchbox');
    // The button is beside the filters, not below them.
    expect((await save.boundingBox())!.y).toBeLessThan((await field.boundingBox())!.y + 10);
    await openTrajectory(44, 1);
    await list.waitFor({ state: 'hidden' });
    expect((await message(2).boundingBox())!.width).toBeGreaterThan(650);
    expect((await message(1).boundingBox())!.y).toBeLessThan(150);
  });
});

/** Runs in the page: no timer fires any more. */
function stopTimers(): void {
  for (let id = Number(setTimeout(() => {})); id > 0; id--) clearTimeout(id);
  Object.assign(window, { setTimeout: () => 0 });
}

it('The palette has the commands that the page carries out', () => {
  const names = contributes.commands.map(({ command }) => command);
  const own = names.filter((name) => name.startsWith('trajectory.view.'));
  expect(own.toSorted()).toEqual(paletteCommands.map((name) => `trajectory.view.${name}`).toSorted());
});

/** The first default key of each command of the view by the command's title; letters alone in lower case. */
function boundKeys(): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const { command, key } of contributes.keybindings) {
    if (!command.startsWith('trajectory.view.')) continue;
    const { title } = contributes.commands.find((one) => one.command === command)!;
    keys[title] ??=
      key === 'shift+/'
        ? '?'
        : key.replace(/[a-z]\w+|(?<=\+)[a-z]/g, ([c, ...more]) => c!.toUpperCase() + more.join(''));
  }
  return keys;
}
