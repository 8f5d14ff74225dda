import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useServer } from '../server/client';
import { readAirline, useAirline } from './airline';
import { edit, openView } from './openView';
import { useView, type ViewOptions } from './viewPage';

const airline = useAirline();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Number of hits of a text in all texts of the example that are searched. */
const messages = readAirline().trajectory_groups.flatMap(({ trajectories }) =>
  trajectories.map((trajectory) => (trajectory as unknown as Trajectory).messages_and_choices),
);
interface Trajectory {
  readonly messages_and_choices: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly {
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
}

function countOf(text: string, role?: string): { hits: number; trajectories: number } {
  const counts = messages.map((all) =>
    all.reduce((sum, message) => {
      if (role !== undefined && message.role !== role) return sum;
      const calls = (message.tool_calls ?? []).flatMap(({ function: { name, arguments: given } }) => [
        name,
        given,
      ]);
      return sum + [message.content ?? '', ...calls].reduce((n, part) => n + part.split(text).length - 1, 0);
    }, 0),
  );
  return {
    hits: counts.reduce((sum, one) => sum + one, 0),
    trajectories: counts.filter((one) => one > 0).length,
  };
}

function locators(page: Page) {
  const bar = page.getByRole('search', { name: 'Find in messages' });
  return {
    bar,
    field: bar.getByRole('textbox', { name: 'Find in messages' }),
    status: bar.getByRole('status'),
    hits: page.getByRole('list', { name: 'Hits' }),
    button: (name: string) => bar.getByRole('button', { name }),
  };
}

async function open(options?: ViewOptions) {
  const shown = await airline(options);
  await shown.command('find');
  const found = locators(shown.page);
  await expect.poll(() => found.field.evaluate((field) => field === document.activeElement)).toBe(true);
  return { ...shown, ...found };
}

/** The text of the marks in the page, by the name of the highlight. */
function marked(page: Page, name: string): Promise<string[]> {
  return page.evaluate(
    (name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString()),
    name,
  );
}

const said = ({ hits, trajectories }: { hits: number; trajectories: number }) =>
  `${hits.toLocaleString('en')} hits in ${trajectories} trajectories`;

describe('Find', () => {
  it('counts the hits in texts, calls and results, of all roles or one', async () => {
    const { field, status, bar, button, trouble } = await open();
    await field.fill('insurance');
    // A document says `Insurance`, too.
    const count = countOf('insurance');
    await button('Match Case').click();
    await expect.poll(() => status.innerText()).toBe(said(count));
    await bar.getByRole('combobox', { name: 'Role of the messages' }).selectOption('tool');
    await expect.poll(() => status.innerText()).toBe(said(countOf('insurance', 'tool')));
    await button('Use Regular Expression').click();
    await field.fill('insur[a]nce');
    await expect.poll(() => status.innerText()).toBe(said(countOf('insurance', 'tool')));
    await field.fill('no such text');
    await expect.poll(() => status.innerText()).toBe('No hits');
    await field.fill('(');
    await expect.poll(() => status.innerText()).toBe('Not a valid expression: Unterminated group.');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(trouble).toEqual([]);
  });

  it('goes from hit to hit, unfolds and marks them, and the text follows', async () => {
    const { page, field, status, message, hits, moves, command } = await open();
    // In the system prompt, which is folded and cut.
    await field.fill('Gift cards');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    await field.press('Enter');
    await expect.poll(() => status.innerText()).toMatch(/^1 of /);
    await expect.poll(() => marked(page, 'trajectory-hit')).toEqual(['gift cards']);
    expect(await message(1).innerText()).toContain('gift cards');
    expect(moves.at(-1)).toMatchObject({
      type: 'moved',
      trajectory: 0,
      message: 0,
      part: { path: ['messages_and_choices', 0, 'content'] },
    });
    await command('nextHit');
    await expect.poll(() => status.innerText()).toMatch(/^2 of /);
    expect(await field.evaluate((field) => field === document.activeElement)).toBe(true);
    await command('previousHit');
    await command('previousHit');
    await expect.poll(() => status.innerText()).toMatch(/^([\d,]+) of \1 hits/);
    await expect.poll(() => hits.locator('[aria-current]').count()).toBe(1);
  });

  it('goes to the first hit for who presses Enter before there is any', async () => {
    const { field, status, failing, asked } = await open();
    let release = () => {};
    failing.set('find', new Promise((resolve) => (release = () => resolve(undefined))));
    await field.pressSequentially('refund');
    await field.press('Enter');
    await expect.poll(() => asked.filter(({ name }) => name === 'find').length).toBeGreaterThan(0);
    failing.delete('find');
    release();
    await expect.poll(() => status.textContent()).toMatch(/^1 of [\d,]+ hits/);
  });

  it('shows what was found in its row, however narrow the view', async () => {
    for (const width of [300, 500, 1000]) {
      const { field, hits, status } = await open({ width });
      await field.fill('gift cards');
      await expect.poll(() => status.innerText()).toMatch(/ hits in /);
      const row = hits.getByRole('button').first();
      const [found, around] = [await row.locator('mark').boundingBox(), await row.boundingBox()];
      expect(found!.width).toBeGreaterThan(20);
      expect(found!.x + found!.width).toBeLessThanOrEqual(around!.x + around!.width);
    }
  });

  it('shows the space before what was found', async () => {
    const { field, hits, status } = await open();
    await field.fill('certificate of');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    const row = hits.getByRole('button', { name: 'offer a certificate of' }).first();
    const lastLetter = await row.locator('.hit-before > span').evaluate((before) => {
      const letters = before.textContent!.trimEnd().length;
      const range = document.createRange();
      const text = document.createTreeWalker(before, NodeFilter.SHOW_TEXT).nextNode()!;
      range.setStart(text, letters - 1);
      range.setEnd(text, letters);
      return range.getBoundingClientRect().right;
    });
    expect((await row.locator('mark').boundingBox())!.x - lastLetter).toBeGreaterThan(2);
  });

  it('is closed by Escape on a hit, which leaves a comparison as it is', async () => {
    const { page, field, hits, status, command } = await open();
    await command('compare');
    const comparison = page.getByRole('region', { name: 'Comparison', exact: true });
    await comparison.waitFor();
    await field.fill('gift cards');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    await hits.getByRole('button').first().focus();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    expect(await comparison.isVisible()).toBe(true);
  });

  it('finds what is deep in a long result, and shows it there', async () => {
    const { page, field, status, button } = await open();
    const [trajectory, index] = longResult();
    const content = messages[trajectory]![index]!.content!;
    const text = content.slice(-40, -4);
    await button('Match Case').click();
    await field.fill(text);
    await expect.poll(() => status.innerText()).toMatch(/ hits? in /);
    await field.press('Enter');
    await expect.poll(() => status.innerText()).toMatch(/^1 of /);
    await expect.poll(() => page.locator(`#message-${index}`).count()).toBe(1);
  });

  it('lists the hits: each leads to its message and to its source', async () => {
    const { field, hits, message, said, page } = await open();
    await field.fill('certificate_7504069');
    const first = hits.getByRole('button').first();
    await first.click();
    await expect.poll(() => said.at(-1)).toMatchObject({ type: 'reveal', focus: false });
    const revealed = said.at(-1)! as {
      trajectory: number;
      message: number;
      part: { from: number; to: number };
    };
    expect(revealed.part.to - revealed.part.from).toBe('certificate_7504069'.length);
    await message(revealed.message + 1).waitFor();
    await first.dblclick();
    await expect.poll(() => said.at(-1)).toMatchObject({ type: 'reveal', focus: true });
    await first.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-hit'))).toBe('1');
  });

  it('lists the hits of another search from the first on, however far the list was scrolled', async () => {
    const { field, status, hits } = await open();
    await field.fill('reservation');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    const rows = hits.getByRole('button');
    await rows.first().focus();
    await rows.first().press('End');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    const count = Number((await status.innerText()).match(/^[\d,]+/)![0].replaceAll(',', ''));
    const last = hits.locator(`[data-hit="${count - 1}"]`);
    await expect
      .poll(() => last.evaluate((one) => one === document.activeElement).catch(() => false))
      .toBe(true);
    await last.press('PageUp');
    await expect
      .poll(() => last.evaluate((one) => one === document.activeElement).catch(() => false))
      .toBe(false);
    await field.fill('no such text');
    await expect.poll(() => status.innerText()).toBe('No hits');
    await field.fill('baggage');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    await hits.locator('[data-hit="0"]').click();
    await expect.poll(() => status.innerText()).toMatch(/^1 of /);
  });

  it('keeps the row that has the keyboard when the list is scrolled', async () => {
    const { field, status, hits } = await open();
    await field.fill('reservation');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    const first = hits.locator('[data-hit="0"]');
    await first.focus();
    await hits.evaluate((list) => {
      list.parentElement!.scrollTop = 5000;
    });
    await hits.locator('[data-hit="200"]').waitFor();
    expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
    await first.press('ArrowDown');
    const second = hits.locator('[data-hit="1"]');
    await expect
      .poll(() => second.evaluate((one) => one === document.activeElement).catch(() => false))
      .toBe(true);
  });

  it('filters the list to trajectories with hits, and finds only in what is listed', async () => {
    const { page, field, status, button, row, list } = await open();
    await field.fill('certificate_7504069');
    const count = countOf('certificate_7504069');
    await expect.poll(() => status.innerText()).toBe(said(count));
    await button('List Only Trajectories with Hits').click();
    const groups = new Set(messages.flatMap((_, i) => (has(i, 'certificate_7504069') ? [i >> 2] : [])));
    const size = () => list.getByRole('listitem').first().getAttribute('aria-setsize');
    await expect.poll(size).toBe(`${groups.size}`);
    await page.getByRole('searchbox', { name: 'Filter by label or number' }).fill('group 2');
    await page.getByText('No trajectory matches the filters.').waitFor();
    await expect.poll(() => status.innerText()).toBe('No hits in what is listed');
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await row('Group 2:').waitFor();
  });

  it('takes no keys from the field, and Escape returns to the conversation', async () => {
    const { page, field, show, bar } = await open();
    await show(0);
    await field.focus();
    await field.pressSequentially('/jn?');
    expect(await field.inputValue()).toBe('/jn?');
    await field.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message-0');
  });

  it('is there again after a reload', async () => {
    const { page, field, status } = await open();
    await field.fill('certificate_7504069');
    await expect.poll(() => status.innerText()).toBe(said(countOf('certificate_7504069')));
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('state')))
      .toContain('certificate_7504069');
    await page.reload();
    await expect.poll(() => status.innerText()).toBe(said(countOf('certificate_7504069')));
  });

  // `accessible.test.ts` tries all themes.
  it.each([
    ['in a wide view', {}],
    ['in a narrow view', { width: 400 }],
  ])('has no axe violations %s', async (_, size) => {
    const { page, field, status, show } = await open(size);
    await show(172);
    await field.fill('reservation');
    await expect.poll(() => status.innerText()).toMatch(/ hits in /);
    await field.press('Enter');
    await expect.poll(() => marked(page, 'trajectory-hit')).toHaveLength(1);
    await page.evaluate(axe);
    const { violations }: AxeResults = await page.evaluate(
      `axe.run(document, { rules: { 'color-contrast': { enabled: false } } })`,
    );
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
    ).toEqual([]);
  });
});

function has(trajectory: number, text: string): boolean {
  return JSON.stringify(messages[trajectory]).includes(text);
}

/** A result whose text is longer than what is shown at first. */
function longResult(): [trajectory: number, message: number] {
  for (const [i, all] of messages.entries()) {
    const index = all.findIndex(({ role, content }) => role === 'tool' && (content?.length ?? 0) > 4000);
    if (index >= 0) return [i, index];
  }
  throw new Error('none');
}

describe('In a document that changes', () => {
  const server = useServer();
  const view = useView();
  const uri = 'file:///find.trajectories.json';

  const line = (content: string) =>
    JSON.stringify({ messages_and_choices: [{ role: 'user', content }], reward: 0 });
  const textOf = (...contents: string[]) =>
    `{"split": "train", "trajectory_groups": [{"trajectories": [\n${contents.map(line).join(',\n')}\n]}]}`;

  it('hits move along with edits, and what is new is searched', async () => {
    const client = await server.start();
    await client.open(uri, textOf('one needle', 'nothing', 'a needle and a needle'));
    const shown = await openView(view, client, uri);
    const { field, status, hits } = locators(shown.page);
    await shown.command('find');
    await field.fill('needle');
    await expect.poll(() => status.innerText()).toBe('3 hits in 2 trajectories');
    await field.press('Shift+Enter');
    await expect.poll(() => status.innerText()).toBe('3 of 3 hits in 2 trajectories');
    const at = { line: 1, character: 0 };
    await edit(client, shown, {
      uri,
      version: 2,
      from: at,
      to: at,
      text: `${line('needle number zero')},\n`,
    });
    await expect.poll(() => status.innerText()).toBe('4 of 4 hits in 3 trajectories');
    const listed = await hits.getByRole('button').allInnerTexts();
    expect(listed.map((text) => text.replace('\n', ' '))).toEqual([
      'Group 1, Trajectory 1, message 1, user needle number zero',
      'Group 1, Trajectory 2, message 1, user one needle',
      'Group 1, Trajectory 4, message 1, user a needle and a needle',
      'Group 1, Trajectory 4, message 1, user a needle and a needle',
    ]);
    // Gone from the third line, and back.
    const character = line('one needle').indexOf('needle');
    const word = { from: { line: 2, character }, to: { line: 2, character: character + 6 } };
    await edit(client, shown, { uri, version: 3, ...word, text: 'noodle' });
    await expect.poll(() => status.innerText()).toBe('3 of 3 hits in 2 trajectories');
    await edit(client, shown, { uri, version: 4, ...word, text: 'needle' });
    await expect.poll(() => status.innerText()).toBe('4 of 4 hits in 3 trajectories');
    expect(shown.trouble).toEqual([]);
  });

  it('a step for which there was no hit is not taken when an edit adds one', async () => {
    const client = await server.start();
    await client.open(uri, textOf('one', 'two'));
    const shown = await openView(view, client, uri);
    const { field, status } = locators(shown.page);
    await shown.command('find');
    await field.fill('needle');
    await expect.poll(() => status.innerText()).toBe('No hits');
    await field.press('Enter');
    const at = { line: 1, character: 0 };
    await edit(client, shown, { uri, version: 2, from: at, to: at, text: `${line('a needle')},\n` });
    await expect.poll(() => status.innerText()).toMatch(/1 hit/);
    expect(await status.innerText()).toBe('1 hit in 1 trajectory');
  });

  it('goes on from where the current hit was when an edit has changed it, or its trajectory', async () => {
    const client = await server.start();
    const text = 'needle one, needle two, needle three, needle four';
    await client.open(uri, textOf(text));
    const shown = await openView(view, client, uri);
    const { field, status } = locators(shown.page);
    await shown.command('find');
    await field.fill('needle');
    await expect.poll(() => status.innerText()).toBe('4 hits in 1 trajectory');
    for (const number of [1, 2, 3]) {
      await field.press('Enter');
      await expect.poll(() => status.innerText()).toBe(`${number} of 4 hits in 1 trajectory`);
    }
    const replace = (version: number, before: string, after: string) => {
      const from = { line: 1, character: line(text).indexOf(before) };
      const to = { line: 1, character: from.character + before.length };
      return edit(client, shown, { uri, version, from, to, text: after });
    };
    await replace(2, 'four', 'five and a needle');
    await expect.poll(() => status.innerText()).toBe('3 of 5 hits in 1 trajectory');
    await replace(3, 'needle three', 'noodle three');
    await expect.poll(() => status.innerText()).toBe('4 hits in 1 trajectory');
    await field.press('Enter');
    await expect.poll(() => status.innerText()).toBe('3 of 4 hits in 1 trajectory');
  });

  it('shows text of a document as text', async () => {
    const client = await server.start();
    await client.open(uri, textOf('<img src=x onerror=alert(1)>needle\u202e<b>', 'needle\n\tx'));
    const shown = await openView(view, client, uri);
    const { field, hits } = locators(shown.page);
    await shown.command('find');
    await field.fill('needle');
    await hits.getByText('<img src=x onerror=alert(1)>needle\\u202e<b>').waitFor();
    await hits.getByText('needle\\n\\tx').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('marks the hit itself, not the same word at the beginning of its long text', async () => {
    const client = await server.start();
    await client.open(uri, textOf(`the needle first ${'hay '.repeat(6000)} the needle last`));
    const shown = await openView(view, client, uri);
    const { field, status } = locators(shown.page);
    await shown.command('find');
    await field.fill('needle');
    await expect.poll(() => status.innerText()).toMatch(/^2 hits/);
    await field.press('Enter');
    await field.press('Enter');
    await expect.poll(() => status.innerText()).toMatch(/^2 of 2/);
    const behind = () =>
      shown.page.evaluate(() =>
        [...(CSS.highlights.get('trajectory-hit') ?? [])].map((range) =>
          (range.endContainer.textContent ?? '').slice(range.endOffset).trim(),
        ),
      );
    await expect.poll(behind).toEqual(['last']);
  });

  it('says where an expression takes too long', async () => {
    const client = await server.start();
    await client.open(uri, textOf('aab', 'nothing', 'x'.repeat(60)));
    const shown = await openView(view, client, uri);
    const { field, status, button } = locators(shown.page);
    await shown.command('find');
    await button('Use Regular Expression').click();
    await field.fill('(x+x+)+y');
    await expect
      .poll(() => status.innerText(), { timeout: 60_000 })
      .toBe(
        'Stopped: the expression takes more than 5 seconds in message 1 of group 1, trajectory 3. Repetitions inside repetitions are slow: simplify it.',
      );
    await field.fill('a{2}');
    await expect.poll(() => status.innerText()).toBe('1 hit in 1 trajectory');
  });
});

describe('Find in a comparison', () => {
  it('marks hits in all columns, also across words that differ, and scrolls to the current one', async () => {
    const { page, show, command, field, hits, trouble } = await open();
    await show(172);
    await command('compare');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('article', { name: 'Message 4 of 14, user' }).first().waitFor();
    await command('find');
    await field.fill('user ID is anya_garcia_5901');
    // Both columns say it, and words around it differ.
    await expect.poll(() => marked(page, 'trajectory-hits')).toHaveLength(2);
    await field.fill('flight reservation ID is 3RK2T9');
    await expect.poll(() => marked(page, 'trajectory-hits')).toEqual(['flight reservation ID is 3RK2T9']);
    await field.fill('I have retrieved the details for your reservation');
    const hit = hits.getByRole('button', { name: /^Group 44, Trajectory 1, message 7/ });
    await hit.click();
    await expect.poll(() => marked(page, 'trajectory-hit')).toHaveLength(1);
    await comparison.waitFor();
    await comparison.locator('article[aria-current=true][aria-label^="Message 7 of 14"]').waitFor();
    expect(trouble).toEqual([]);
  });

  it('unfolds the message of a hit that all say', async () => {
    const { page, show, command, field, hits } = await open();
    await show(172);
    await command('compare');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('button', { name: /^3 messages in common/ }).waitFor();
    await command('find');
    const text = 'user ID and the reservation ID for the flight reservation you want to modify';
    await field.fill(text);
    await hits.getByRole('button', { name: /^Group 44, Trajectory 1, message 3/ }).click();
    await expect.poll(() => marked(page, 'trajectory-hit')).toEqual([text]);
    await comparison.locator('article[aria-current=true][aria-label^="Message 3 of 14"]').waitFor();
  });
});
