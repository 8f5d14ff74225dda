import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../server/client';
import { useServer } from '../server/client';
import { edit, openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();
let client: Client;
let documents = 0;

beforeAll(async () => {
  client = await server.start();
});

// Long, because the server keeps summaries of pieces of a few thousand characters.
const long = 'and more '.repeat(2000);
const trajectory = (name: string, reward: number, more = long) =>
  JSON.stringify({
    messages_and_choices: [
      { role: 'user', content: `Question of ${name}` },
      { role: 'assistant', content: `Answer of ${name}` },
      { role: 'user', content: more },
    ],
    reward,
    metadata: { task: name },
  });

/** One group per line, two trajectories each. */
const linesWith = (more: string) =>
  ['one', 'two', 'three'].map(
    (name) => `{"trajectories": [${trajectory(`${name} A`, 0, more)}, ${trajectory(`${name} B`, 1, more)}]}`,
  );
const lines = linesWith(long);

async function open(text = lines, width = 1000) {
  const uri = `file:///live${documents++}.trajectories.jsonl`;
  await client.open(uri, `${text.join('\n')}\n`, { languageId: 'trajectory-jsonl' });
  const shown = await openView(view, client, uri, { width });
  const place = (line: number, text: string) => ({ line, character: lines[line]!.indexOf(text) });
  return { ...shown, uri, place };
}

describe('While the document is edited', () => {
  it('problems that are in no trajectory are counted; the number leads to the list of VS Code', async () => {
    const shown = await open();
    const { uri, place } = shown;
    const elsewhere = shown.page
      .getByRole('region', { name: 'Overview' })
      .getByText('1 problem elsewhere in the text');
    const from = place(1, '{"trajectories"');
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'not JSON\n' });
    await elsewhere.waitFor();
    await elsewhere.click();
    await expect.poll(() => shown.said.at(-1)).toEqual({ type: 'showProblems' });
    await edit(client, shown, { uri, version: 3, from, to: { line: 2, character: 0 }, text: '' });
    await elsewhere.waitFor({ state: 'detached' });
  });

  it('a narrow view shows its list again when the text is emptied and comes back', async () => {
    const shown = await open(lines, 400);
    const { uri, list, page } = shown;
    await shown.row('Group 2').click();
    await shown.row('Trajectory 1').first().click();
    await shown.message(1).waitFor();
    const [from, to] = [
      { line: 0, character: 0 },
      { line: lines.length, character: 0 },
    ];
    await edit(client, shown, { uri, version: 2, from, to, text: '' });
    await page.getByText('This document has no trajectories.').waitFor();
    await edit(client, shown, { uri, version: 3, from, to: from, text: `${lines.join('\n')}\n` });
    await list.getByRole('listitem').first().waitFor();
  });

  it('only what changed is requested again', async () => {
    const shown = await open();
    const { uri, place, message, asked } = shown;
    await shown.show(2);
    await message(2).getByText('Answer of two A').waitFor();
    const from = place(1, 'Answer');
    const to = { ...from, character: from.character + 'Answer'.length };
    const before = asked.length;
    await edit(client, shown, { uri, version: 2, from, to, text: 'Reply' });
    await message(2).getByText('Reply of two A').waitFor();
    expect(asked.slice(before).map(({ name }) => name)).toEqual(['collection', 'conversation']);
    // Undo.
    await edit(client, shown, {
      uri,
      version: 3,
      from,
      to: { ...from, character: from.character + 5 },
      text: 'Answer',
    });
    await message(2).getByText('Answer of two A').waitFor();
    // Elsewhere.
    const asking = asked.length;
    const other = place(2, 'Answer');
    await edit(client, shown, { uri, version: 4, from: other, to: other, text: 'Long ' });
    await expect.poll(() => asked.slice(asking).map(({ name }) => name)).toEqual(['collection']);
    await message(2).getByText('Answer of two A').waitFor();
  });

  it('what was loaded of long texts stays, and follows the edit', async () => {
    const content = linesWith('word '.repeat(20_000));
    const shown = await open(content);
    const { uri, page, message } = shown;
    await shown.show(2);
    const text = message(3).locator('.text');
    const length = async () => (await text.innerText()).length;
    await message(3)
      .getByRole('button', { name: /^show 50,000 of/ })
      .click();
    await expect.poll(length).toBeGreaterThan(50_000);
    const loaded = await length();
    await message(3).evaluate((card) => {
      const shortest = () => card.querySelector('.text')!.textContent.length;
      const note = () => {
        card.dataset['shortest'] = `${Math.min(shortest(), Number(card.dataset['shortest'] ?? Infinity))}`;
      };
      new MutationObserver(note).observe(card, { childList: true, subtree: true, characterData: true });
    });
    const from = { line: 1, character: content[1]!.indexOf('word ') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'First ' });
    await page.getByText(/^First word word/).waitFor();
    expect(await length()).toBe(loaded);
    expect(await message(3).getAttribute('data-shortest')).toBe(`${loaded}`);
  });

  it('what was loaded of a long text is not shown if it could not be fetched after an edit', async () => {
    const content = linesWith('word '.repeat(20_000));
    const shown = await open(content);
    const { uri, page, message, failing } = shown;
    await shown.show(2);
    const text = message(3).locator('.text');
    const length = async () => (await text.innerText()).length;
    await message(3)
      .getByRole('button', { name: /^show 50,000 of/ })
      .click();
    await expect.poll(length).toBeGreaterThan(50_000);
    const loaded = await length();
    failing.set('text', 'The server is busy.');
    const from = { line: 1, character: content[1]!.indexOf('word ') };
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'First ' });
    await page.getByText(/^First word word/).waitFor();
    failing.clear();
    await edit(client, shown, { uri, version: 3, from, to: from, text: 'Very ' });
    await page.getByText(/^Very First word word/).waitFor();
    expect(await length()).toBe(loaded);
  });

  it('the likely next trajectory is prefetched and kept up to date', async () => {
    const shown = await open();
    const { uri, place, message, asked, command } = shown;
    const conversations = (from: number) =>
      asked.slice(from).flatMap(({ name, params }) => (name === 'conversation' ? [params] : []));
    await shown.show(1);
    await expect.poll(() => conversations(0).at(-1)).toMatchObject({ trajectory: 2, from: 0 });
    await command('nextTrajectory');
    await message(2).getByText('Answer of two A').waitFor();
    expect(conversations(0).filter(({ trajectory }) => trajectory === 2).length).toBe(1);
    await expect.poll(() => conversations(0).at(-1)).toMatchObject({ trajectory: 3 });
    // Prefetched data is older than the edit.
    const from = { line: 1, character: lines[1]!.lastIndexOf('Answer') };
    expect(from).not.toEqual(place(1, 'Answer'));
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Final ' });
    await command('nextTrajectory');
    await message(2).getByText('Final Answer of two B').waitFor();
    // After going back, prefetching goes backwards.
    await command('previousTrajectory');
    await message(2).getByText('Answer of two A').waitFor();
    await expect.poll(() => conversations(0).at(-1)).toMatchObject({ trajectory: 1 });
  });

  it.each([
    ['in a large document', long],
    ['in a small document, which is read again as a whole', ''],
  ])('the selection stays with its trajectory and the folds with their group, %s', async (_, more) => {
    const shown = await open(linesWith(more));
    const { uri, page, message, row, list } = shown;
    await shown.show(3);
    await message(1).getByText('Question of two B').waitFor();
    await page.getByRole('heading', { name: 'Group 2 · Trajectory 2 of 2' }).waitFor();
    const start = { line: 0, character: 0 };
    const added = `{"trajectories": [${trajectory('new', 0.5, more)}]}\n`;
    await edit(client, shown, { uri, version: 2, from: start, to: start, text: added });
    await page.getByRole('heading', { name: 'Group 3 · Trajectory 2 of 2' }).waitFor();
    await message(1).getByText('Question of two B').waitFor();
    expect(await row(/^Group 3:/).getAttribute('aria-expanded')).toBe('true');
    expect(await row(/^Group 2:/).getAttribute('aria-expanded')).toBe('false');
    await edit(client, shown, { uri, version: 3, from: start, to: { line: 1, character: 0 }, text: '' });
    await page.getByRole('heading', { name: 'Group 2 · Trajectory 2 of 2' }).waitFor();
    expect(await list.locator('[aria-current=true]').innerText()).toMatch(/^Trajectory 2: reward 1,/);
  });

  it('the tools that are offered are those that are called', async () => {
    const calling = (tool: string) => ({ role: 'assistant', tool_calls: [callOf(tool)] });
    const callOf = (name: string) => ({ id: 'a', type: 'function', function: { name, arguments: '{}' } });
    const item = JSON.stringify({ messages_and_choices: [calling('look_up')], reward: 1 });
    const text = ['search', 'look_up'].map((tool) => `{"trajectories": [${item.replace('look_up', tool)}]}`);
    const shown = await open(text);
    const { uri } = shown;
    const tools = () => shown.page.getByLabel('Filter by tool').locator('option').allInnerTexts();
    await expect.poll(tools).toEqual(['any tool', 'look_up', 'search']);
    const from = { line: 1, character: text[1]!.indexOf('look_up') + 'look_up'.length };
    await edit(client, shown, { uri, version: 2, from, to: from, text: '_b' });
    await expect.poll(tools).toEqual(['any tool', 'look_up_b', 'search']);
  });

  it('the view shows the trajectory that replaced a removed one, and nothing if none is left', async () => {
    const shown = await open();
    const { uri, page, message, list } = shown;
    await shown.show(5);
    await message(1).getByText('Question of three B').waitFor();
    const from = { line: 2, character: 0 };
    await edit(client, shown, { uri, version: 2, from, to: { line: 3, character: 0 }, text: '' });
    await message(1).getByText('Question of two B').waitFor();
    // Its group was folded.
    await list.locator('[aria-current=true]').getByText('Trajectory 2: reward 1,').waitFor();
    const start = { line: 0, character: 0 };
    await edit(client, shown, { uri, version: 3, from: start, to: { line: 2, character: 0 }, text: '' });
    const said = page.getByText('This document has no trajectories.');
    await said.waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Trajectory' }).innerText()).toBe('');
    expect(await said.count()).toBe(1);
  });

  it('the keyboard focus stays where it is', async () => {
    const shown = await open();
    const { uri, page, place, message } = shown;
    await shown.show(2);
    await shown.command('nextMessage');
    await shown.command('nextMessage');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('message-1');
    const from = place(1, 'Answer');
    await edit(client, shown, { uri, version: 2, from, to: from, text: 'Final ' });
    await message(2).getByText('Final Answer of two A').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('message-1');
  });

  it('the last message is current after the one that was is removed', async () => {
    const shown = await open(linesWith(''));
    const { uri, page, message, said, command } = shown;
    await shown.show(2);
    await message(3).click();
    await page.locator('#message-2:focus').waitFor();
    const removed = ',{"role":"user","content":""}';
    const from = { line: 1, character: linesWith('')[1]!.indexOf(removed) };
    const to = { ...from, character: from.character + removed.length };
    await edit(client, shown, { uri, version: 2, from, to, text: '' });
    await page.locator('#message-1:focus[aria-current="true"]').waitFor();
    await command('showInText');
    await expect
      .poll(() => said.at(-1))
      .toMatchObject({ type: 'reveal', trajectory: 2, message: 1, focus: true });
  });

  it('the active row of the list stays on what it showed, with the focus', async () => {
    const shown = await open();
    const { uri, page, row, command, message } = shown;
    await row('Group 3:').focus();
    const start = { line: 0, character: 0 };
    await edit(client, shown, { uri, version: 2, from: start, to: start, text: `${lines[0]}\n` });
    await page.locator('.list-scroller :focus').getByText('Group 4:').waitFor();
    await shown.show(4);
    await command('nextMessage');
    await page.locator('#message-0:focus').waitFor();
    await edit(client, shown, { uri, version: 3, from: start, to: { line: 1, character: 0 }, text: '' });
    await row('Group 4:').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('.list-scroller :focus[aria-current="true"]').waitFor();
    expect(await message(1).innerText()).toContain('Question of two A');
  });

  it('a closed document is requested once, not with each frame', async () => {
    const shown = await open();
    const { uri, page, asked, command, message } = shown;
    await shown.show(2);
    await client.close(uri);
    const before = asked.length;
    await command('nextTrajectory');
    await expect.poll(() => asked.length).toBe(before + 1);
    await shown.tell({ type: 'changed', version: 2 });
    await expect.poll(() => asked.length).toBeGreaterThan(before + 1);
    const after = asked.length;
    await page.evaluate(async () => {
      for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
    });
    expect(asked.length).toBeLessThan(after + 2);
    await client.open(uri, `${lines.join('\n')}\n`, { languageId: 'trajectory-jsonl', version: 3 });
    await shown.tell({ type: 'changed', version: 3 });
    await message(1).getByText('Question of two B').waitFor();
  });
});
