import type { Locator } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { useServer } from '../server/client';
import { edit, openView } from './openView';
import { useView } from './viewPage';

describe('A comparison of other documents', () => {
  const server = useServer();
  const view = useView();
  const message = (content: string) => ({ role: 'assistant', content });

  it('follows edits, and shows hostile text as text', async () => {
    const client = await server.start();
    const uri = 'file:///compared.trajectories.json';
    const evil = '<img src=x onerror=alert(1)> [x](command:a) \u202e <script>alert(1)</script>';
    const trajectories = [message(`${evil} one`), message(`${evil} two`)].map((said, i) => ({
      messages_and_choices: [{ role: 'user', content: 'hi' }, said],
      reward: i,
    }));
    await client.open(uri, `${JSON.stringify({ trajectories })}\n`);
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    const group = shown.page.getByRole('group', { name: 'Trajectory 2, reward 1' });
    const article = group.getByRole('article', { name: 'Message 2 of 2, assistant' });
    await article.waitFor();
    expect(await article.innerText()).toContain('<script>alert(1)</script> two');
    const at = JSON.stringify({ trajectories }).indexOf('two');
    const place = (character: number) => ({ line: 0, character });
    await edit(client, shown, { uri, version: 2, from: place(at), to: place(at + 3), text: 'three' });
    await article.getByText('three').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('has a line beside texts whose words cannot be marked', async () => {
    const client = await server.start();
    const uri = 'file:///different.trajectories.json';
    const many = (word: string) => Array.from({ length: 300 }, (_, i) => `${word}${i} -`).join(' ');
    const [first, second] = [
      ['Which flight would you like to cancel?', 'Your flight leaves at noon.', many('a')],
      ['Certainly! Transferring everything immediately.', 'Your flight leaves at midnight.', many('b')],
    ];
    const trajectories = [first, second].map((texts, reward) => ({
      messages_and_choices: texts!.map(message),
      reward,
    }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    for (const name of ['Trajectory 1, reward 0', 'Trajectory 2, reward 1']) {
      const texts = shown.page.getByRole('group', { name }).locator('.text');
      await texts.nth(2).waitFor();
      const lines = () =>
        texts.evaluateAll((elements) =>
          elements.map((element) => getComputedStyle(element).borderInlineStartWidth),
        );
      await expect.poll(lines).toEqual(['3px', '0px', '3px']);
      expect(await texts.nth(1).locator('mark').count()).toBe(1);
    }
  });

  it('says of a text that differs behind what is shown how much of it is the same', async () => {
    const client = await server.start();
    const uri = 'file:///later.trajectories.json';
    const trajectories = [0, 1].map((reward) => ({
      messages_and_choices: [
        message(`${'word '.repeat(1000)}${reward}`),
        message(`${reward} ${'word '.repeat(1000)}`),
      ],
      reward,
    }));
    await client.open(uri, JSON.stringify({ trajectories }), { languageId: 'trajectory' });
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    const group = shown.page.getByRole('group', { name: 'Trajectory 1, reward 0' });
    const [later, first] = [1, 2].map((number) =>
      group.getByRole('article', { name: `Message ${number} of 2, assistant` }),
    );
    await later!.getByText('The same in its first 2,000 characters.').waitFor();
    expect(await first!.getByText('The same in').count()).toBe(0);
    for (const column of ['Trajectory 1, reward 0', 'Trajectory 2, reward 1'])
      await shown.page
        .getByRole('group', { name: column })
        .getByRole('article', { name: 'Message 1 of 2, assistant' })
        .getByRole('button', { name: /^show .* more characters$/ })
        .click();
    await later!.locator('mark').waitFor();
    expect(await later!.getByText('The same in').count()).toBe(0);
  });

  it('keeps a text expanded while another place is edited', async () => {
    const client = await server.start();
    const uri = 'file:///expanded.trajectories.json';
    const groups = ['one', 'two'].map((name) => ({
      trajectories: [0, 1].map((reward) => ({
        messages_and_choices: [message(`${'word '.repeat(3000)}${name} ${reward}`)],
        reward,
      })),
    }));
    const text = groups.map((group) => JSON.stringify(group)).join('\n');
    await client.open(uri, text, { languageId: 'trajectory-jsonl' });
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    const group = shown.page.getByRole('group', { name: 'Trajectory 1, reward 0' });
    const article = group.getByRole('article', { name: 'Message 1 of 1, assistant' });
    await article.getByRole('button', { name: /^show .* more characters$/ }).click();
    await article.getByText(/one 0$/).waitFor();
    const asked = shown.asked.length;
    const at = { line: 1, character: JSON.stringify(groups[1]).indexOf('two') };
    const to = { line: 1, character: at.character + 3 };
    await edit(client, shown, { uri, version: 2, from: at, to, text: 'three' });
    await expect.poll(() => shown.asked.slice(asked).some(({ name }) => name === 'compare')).toBe(true);
    await shown.page.evaluate(() => new Promise(requestAnimationFrame));
    await article.getByText(/one 0$/).waitFor();
  });

  it('stays where it is while a group is added above', async () => {
    const client = await server.start();
    const uri = 'file:///shifted.trajectories.json';
    const groups = ['one', 'two', 'three'].map((name) => ({
      trajectories: [0, 1].map((reward) => ({
        messages_and_choices: Array.from({ length: 30 }, (_, i) =>
          message(`${name} ${i}${i % 5 === 0 ? '' : `, ${reward}`}`),
        ),
        reward,
      })),
    }));
    const [added, ...lines] = groups.map((group) => JSON.stringify(group));
    await client.open(uri, lines.join('\n'), { languageId: 'trajectory-jsonl' });
    const shown = await openView(view, client, uri);
    await shown.show(2);
    await shown.command('compare');
    const comparison = shown.page.getByRole('region', { name: 'Comparison' });
    const run = comparison.getByRole('button', { name: '1 message alike' }).nth(3);
    await run.click();
    const current = comparison.getByRole('group', { name: 'Trajectory 2, reward 1' });
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('true');
    await current.getByRole('article', { name: 'Message 23 of 30' }).focus();
    await current.locator('article[aria-current=true][aria-label^="Message 23 "]').waitFor();
    const scroller = comparison.locator('.comparison-scroller');
    const top = await scroller.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(0);
    const start = { line: 0, character: 0 };
    await edit(client, shown, { uri, version: 2, from: start, to: start, text: `${added}\n` });
    await comparison.getByRole('heading', { name: 'Group 3' }).waitFor();
    await shown.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await run.getAttribute('aria-expanded')).toBe('true');
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(top);
    await current.locator('article[aria-current=true][aria-label^="Message 23 "]').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  /** Two trajectories of many messages, of which the first `alike` say the same. */
  async function openLong(alike: number) {
    const client = await server.start();
    const uri = `file:///long-${alike}.trajectories.json`;
    const trajectories = [0, 1].map((reward) => ({
      messages_and_choices: Array.from({ length: 203 }, (_, i) =>
        message(i < alike ? `message ${i}` : `message ${i}, ${reward}`),
      ),
      reward,
    }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri, { width: 1200 });
    await shown.show(0);
    await shown.command('compare');
    const comparison = shown.page.getByRole('region', { name: 'Comparison' });
    const column = comparison.getByRole('group', { name: 'Trajectory 2, reward 1' });
    const current = (number: number) =>
      column.locator(`article[aria-current=true][aria-label^="Message ${number} of "]:focus`);
    return { ...shown, comparison, column, current };
  }

  it('keeps the current message in a long comparison while all runs are unfolded, and folded again', async () => {
    const { command, comparison, column, current } = await openLong(200);
    await current(201).waitFor();
    expect(await column.getByRole('article').count()).toBe(3);
    await command('toggleFold');
    await column.getByRole('article', { name: 'Message 200 of ' }).waitFor();
    await current(201).waitFor();
    await command('toggleFold');
    await column.getByRole('article', { name: 'Message 200 of ' }).waitFor({ state: 'detached' });
    expect(await column.getByRole('article').count()).toBe(3);
    await current(201).waitFor();
    await comparison.getByRole('button', { name: '200 messages in common' }).waitFor();
    expect(await comparison.getByRole('button', { name: /rows? (before|after)$/ }).count()).toBe(0);
  });

  it('goes on with the next row where a window of a long comparison ends', async () => {
    const { comparison, column, current } = await openLong(0);
    const scroller = (await comparison.locator('.comparison-scroller').boundingBox())!;
    const isSeen = async (number: number) => {
      const box = (await current(number).boundingBox())!;
      return box.y >= scroller.y && box.y < scroller.y + scroller.height;
    };
    await column.getByRole('article', { name: 'Message 1 of ' }).waitFor();
    // Of 205 items, two mark the first differences.
    await comparison.getByRole('button', { name: '125 rows after' }).click();
    await current(79).waitFor();
    expect(await isSeen(79)).toBe(true);
    await comparison.getByRole('button', { name: '45 rows after' }).click();
    await current(159).waitFor();
    expect(await isSeen(159)).toBe(true);
    await comparison.getByRole('button', { name: '125 rows before' }).click();
    await current(123).waitFor();
    expect(await isSeen(123)).toBe(true);
  });

  it('has the focus in its first column, also if the messages of another one arrive first', async () => {
    const { comparison, column, current, failing } = await openLong(0);
    await column.getByRole('article', { name: 'Message 1 of ' }).waitFor();
    let release = () => {};
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    vi.spyOn(failing, 'get').mockReturnValueOnce(held);
    await comparison.getByRole('button', { name: '125 rows after' }).click();
    const other = comparison.getByRole('group', { name: 'Trajectory 1, reward 0' });
    await other.getByRole('article', { name: 'Message 79 of ' }).waitFor();
    release();
    await current(79).waitFor();
  });

  it('leads from the number of problems to the conversation, which shows those in common, too', async () => {
    const client = await server.start();
    const uri = 'file:///wrong.trajectories.json';
    const trajectories = ['one', 'two'].map((said, reward) => ({
      ...{ messages_and_choices: [{ role: 'user', content: 1 }, message(said)], reward, start_time: 'now' },
    }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    const column = shown.page.getByRole('group', { name: 'Trajectory 2, reward 1' });
    await column.getByText('2 messages · 3 characters').waitFor();
    await column.getByRole('button', { name: '2 problems' }).click();
    await shown.page.getByRole('heading', { name: 'Trajectory 2 of 2' }).waitFor();
    await shown.message(1).getByText('found the number 1').waitFor();
    await shown.page.getByText('start_time must be').waitFor();
    expect(shown.trouble).toEqual([]);
  });

  it('shows items that are no messages, and problems, as the conversation does', async () => {
    const client = await server.start();
    const uri = 'file:///odd.trajectories.json';
    const odd = [1, null, 'a string', [1, 2], { role: 'assistant', content: 7 }];
    const trajectories = [odd, [2, true, 'another', {}, message('x')]].map((messages, i) => ({
      ...{ messages_and_choices: messages, reward: i },
    }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    const said = async (cards: Locator) => {
      const texts = await cards.locator('.body, .problems').allInnerTexts();
      return texts.map((text) => text.replace(/\s+/g, ' ').trim());
    };
    const expected = [
      ...['1', 'error Each item of messages_and_choices must be an object; found the number 1.'],
      ...[
        'null',
        'warning Each item of messages_and_choices is documented as an object; null may be rejected.',
      ],
      ...[
        'a string',
        'error Each item of messages_and_choices must be an object; found the string "a string".',
      ],
      ...['[ 1, 2 ]', 'error Each item of messages_and_choices must be an object; found an array.'],
      ...['7', 'error content must be a string; found the number 7.'],
    ];
    await expect.poll(() => said(shown.feed.getByRole('article'))).toEqual(expected);
    await shown.command('compare');
    const column = shown.page.getByRole('group', { name: 'Trajectory 1, reward 0' });
    await expect.poll(() => said(column.getByRole('article'))).toEqual(expected);
    await column.getByText('5 messages · 0 characters').waitFor();
    await column.getByRole('button', { name: '5 problems', exact: true }).waitFor();
    await shown.page
      .getByRole('group', { name: 'Trajectory 2, reward 1' })
      .getByText('another', { exact: true })
      .waitFor();
  });

  it('says how many tools and values of a column it does not list', async () => {
    const client = await server.start();
    const uri = 'file:///many.trajectories.json';
    const trajectories = [0, 1].map((i) => ({
      messages_and_choices: [
        ...Array.from({ length: 53 }, (_, tool) => ({
          ...message(''),
          tool_calls: [{ id: `c${tool}`, function: { name: `tool_${tool}`, arguments: '{}' } }],
        })),
      ],
      reward: i,
      metrics: Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, n + i])),
    }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    const facts = shown.page.locator('.conversation-head .facts');
    await expect.poll(() => facts.textContent()).toMatch(/metrics\.m21\s21\s+and 8 more$/);
    await shown.command('compare');
    const column = shown.page.getByRole('group', { name: 'Trajectory 1, reward 0' });
    const lines = column.locator('.column-head .facts');
    await expect
      .poll(() => lines.nth(1).textContent())
      .toMatch(/^53 tool calls: .*tool_49, and 3 calls of others$/);
    await expect.poll(() => lines.nth(2).textContent()).toMatch(/metrics\.m11\s11\s+and 18 more$/);
  });

  it('pairs texts by what they are: content with content, and arguments with those of the same tool', async () => {
    const client = await server.start();
    const uri = 'file:///pairs.trajectories.json';
    const call = (name: string, given: string) => ({ id: name, function: { name, arguments: given } });
    const first = {
      ...message('It is the question of all.'),
      tool_calls: [call('book', '{"day": "Monday afternoon in September"}')],
    };
    const second = {
      ...{ role: 'assistant', content: null },
      tool_calls: [
        call('search', '{"text": "It is the question of all."}'),
        call('book', '{"day": "Friday afternoon in September"}'),
      ],
    };
    const trajectories = [first, second].map((one, i) => ({ messages_and_choices: [one], reward: i }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.command('compare');
    const marks = (name: string) => shown.page.getByRole('group', { name }).locator('mark').allInnerTexts();
    await expect.poll(() => marks('Trajectory 1, reward 0')).toEqual(['Monday']);
    await expect.poll(() => marks('Trajectory 2, reward 1')).toEqual(['search', 'Friday']);
  });

  it('closes when one of two trajectories is deleted', async () => {
    const client = await server.start();
    const uri = 'file:///deleted.trajectories.json';
    const lines = [0, 1].map((i) => JSON.stringify({ messages_and_choices: [message(`m${i}`)], reward: i }));
    await client.open(uri, `{"trajectories": [\n${lines.join(',\n')}\n]}\n`);
    const shown = await openView(view, client, uri);
    await shown.show(1);
    await shown.command('compare');
    const comparison = shown.page.getByRole('region', { name: 'Comparison' });
    await comparison.getByRole('group', { name: 'Trajectory 2, reward 1' }).waitFor();
    await edit(client, shown, {
      uri,
      version: 2,
      from: { line: 1, character: lines[0]!.length },
      to: { line: 2, character: lines[1]!.length },
      text: '',
    });
    await shown.feed.waitFor();
    expect(await comparison.count()).toBe(0);
  });

  it('says that there is nothing to compare in a group of one', async () => {
    const client = await server.start();
    const uri = 'file:///alone.trajectories.json';
    await client.open(uri, JSON.stringify({ trajectories: [{ messages_and_choices: [message('a')] }] }));
    const shown = await openView(view, client, uri);
    await shown.show(0);
    expect(await shown.page.getByRole('button', { name: 'Compare Trajectories' }).count()).toBe(0);
    await shown.command('compare');
    await shown.page.getByRole('alert').getByText('Group 1 has only one trajectory').waitFor();
  });
});
