import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { describe, expect, it } from 'vitest';
import type { Client } from '../server/client';
import { useServer } from '../server/client';
import { openView } from './openView';
import { themes } from './themes';
import { useView, type ViewOptions } from './viewPage';

const before = 'file:///before.trajectories.json';
const after = 'file:///after.trajectories.json';
const afterName = 'after.trajectories.json';
const server = useServer();
const view = useView();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Task {
  readonly id: string | null;
  readonly rewards: readonly (number | null)[];
  readonly said?: string;
}

/** Groups of a task each. What the assistant says is unique, but the question is the same in both files. */
function fileOf(tasks: readonly Task[]): string {
  const groups = tasks.map(({ id, rewards, said = 'The answer is' }) => ({
    trajectories: rewards.map((reward, i) => ({
      messages_and_choices: [
        { role: 'user', content: `What of ${id}?` },
        { role: 'assistant', content: `${said} ${i}` },
      ],
      ...(reward === null ? {} : { reward }),
      metadata: id === null ? {} : { task_id: id },
    })),
  }));
  return `${JSON.stringify({ trajectory_groups: groups }, null, 1)}\n`;
}

const first: readonly Task[] = [
  { id: 'alpha', rewards: [0, 1] },
  { id: 'beta', rewards: [1, 1] },
  { id: 'gamma', rewards: [0, 0] },
  { id: 'delta', rewards: [null] },
  { id: 'only-before', rewards: [1] },
];
const second: readonly Task[] = [
  { id: 'gamma', rewards: [1, 1], said: 'Now it is' },
  { id: 'beta', rewards: [0, 1] },
  { id: 'alpha', rewards: [1, 0, 0.5] },
  { id: 'delta', rewards: [1] },
  { id: null, rewards: [1] },
];

async function opened(texts = [fileOf(first), fileOf(second)], options?: ViewOptions) {
  const client = await server.start();
  await client.open(before, texts[0]!);
  await client.open(after, texts[1]!);
  const shown = await openView(view, client, before, options);
  await shown.show(0);
  await shown.compareWith(after);
  const region = shown.page.getByRole('region', { name: 'Comparison of files' });
  await region.getByRole('list').waitFor();
  const row = (name: string | RegExp) => region.getByRole('list').getByRole('button', { name });
  const names = () =>
    region.getByRole('list').getByRole('button').locator('.visually-hidden').allInnerTexts();
  const comparison = shown.page.getByRole('region', { name: 'Comparison', exact: true });
  return { ...shown, client, region, row, names, comparison };
}

/** A repository, a commit and the name of a change. */
const longIds = ['a', 'b'].map(
  (id) => `john-kurkowski__tldextract.3d1bf184.func_pm_class_rm_funcs__${id.repeat(8)}`,
);

/** Replaces the first occurrence of a text in a document, and tells the view as its host does. */
async function replace(
  client: Client,
  shown: Awaited<ReturnType<typeof opened>>,
  edit: { uri: string; version: number; text: string; from: string; to: string },
): Promise<void> {
  const lines = edit.text.slice(0, edit.text.indexOf(edit.from)).split('\n');
  const start = { line: lines.length - 1, character: lines.at(-1)!.length };
  const end = { line: start.line, character: start.character + edit.from.length };
  await client.change(edit.uri, edit.version, [{ range: { start, end }, text: edit.to }]);
  await shown.tell({ type: 'changed', version: edit.version, isOther: edit.uri === after });
}

describe('A comparison of files', () => {
  it('matches groups by long ids', async () => {
    const ids = ['alpha', 'beta', ...longIds];
    const file = (reward: number) => fileOf(ids.map((id) => ({ id, rewards: [reward] })));
    const { names } = await opened([file(0), file(1)]);
    const facts = 'mean reward 0 before, 1 after, change +1, 1 and 1 trajectory';
    expect(await names()).toEqual(ids.map((id) => `task_id ${id}: ${facts}`));
  });

  it('lists matched groups, the worst change first, and sums them up', async () => {
    const { region, names, trouble } = await opened();
    expect(await names()).toEqual([
      'task_id beta: mean reward 1 before, 0.5 after, change −0.5, 2 and 2 trajectories',
      'task_id alpha: mean reward 0.5 before, 0.5 after, change 0, 2 and 3 trajectories',
      'task_id gamma: mean reward 0 before, 1 after, change +1, 2 and 2 trajectories',
      'task_id delta: mean reward – before, 1 after, change not known, 1 and 1 trajectory',
    ]);
    await region
      .getByRole('status')
      .getByText('4 matched groups: mean reward 0.5 before, 0.667 after, mean change +0.167')
      .waitFor();
    await region.getByRole('columnheader', { name: 'change' }).getByRole('button').click();
    await expect.poll(async () => (await names())[0]).toMatch(/^task_id gamma: /);
    expect(await region.getByRole('columnheader', { name: 'change' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    expect(trouble).toEqual([]);
  });

  it('lists only the better, worse or equal matches, or those whose name has a text', async () => {
    const { region, names, row, comparison, command, page } = await opened();
    const tasks = async () => (await names()).map((name) => name.replace(/:.*/, ''));
    const chips = region.getByRole('group', { name: 'Listed groups' }).getByRole('button');
    expect(await chips.allInnerTexts()).toEqual([
      ...['4 matched', '1 better', '1 worse', '1 equal', '1 without a value'],
      ...['1 only in before.trajectories.json', '1 only in after.trajectories.json'],
    ]);
    await region.getByRole('button', { name: '1 worse' }).click();
    await expect.poll(tasks).toEqual(['task_id beta']);
    await region.getByRole('button', { name: '1 without a value' }).click();
    await expect.poll(tasks).toEqual(['task_id delta']);
    await region.getByRole('button', { name: '4 matched' }).click();
    await region.getByLabel('Filter matched groups').fill(' ETA');
    await expect.poll(tasks).toEqual(['task_id beta']);
    await region.getByLabel('Filter matched groups').fill('lt');
    await row(/^task_id delta/).click();
    await comparison.getByRole('heading', { name: /^task_id delta/ }).waitFor();
    await command('nextGroup');
    await page.keyboard.press('Escape');
    await region.locator('button:focus', { hasText: 'delta' }).waitFor();
    await region.getByLabel('Filter matched groups').fill('nothing');
    await region.getByText('No matched group passes the filter.').waitFor();
  });

  it('lists groups without a counterpart of either file, and leads to their text', async () => {
    const { region, names, row, said } = await opened();
    await region.getByRole('button', { name: '1 only in before.trajectories.json' }).click();
    await expect.poll(names).toEqual(['Group 5: task_id only-before, mean reward 1, 1 trajectory']);
    await region.getByRole('button', { name: '1 only in after.trajectories.json' }).click();
    await expect.poll(names).toEqual(['Group 5: no task_id, mean reward 1, 1 trajectory']);
    await row('Group 5').click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'reveal', trajectory: 8, message: null, isOther: true, focus: false });
  });

  it('matches by another key or by index, and swaps the files', async () => {
    const { region, names } = await opened();
    const key = region.getByLabel('Match groups by');
    expect(await key.locator('option').allInnerTexts()).toEqual(['task_id (4)', 'index']);
    await key.selectOption('index');
    await expect
      .poll(async () => (await names())[0])
      .toBe('Group 2: mean reward 1 before, 0.5 after, change −0.5, 2 and 2 trajectories');
    await region.getByText('5 matched groups').waitFor();
    await region.getByText('right only if both files have the same tasks in the same order').waitFor();
    await region.getByRole('button', { name: 'Swap Files' }).click();
    await expect
      .poll(async () => (await names())[0])
      .toBe('Group 1: mean reward 1 before, 0.5 after, change −0.5, 2 and 2 trajectories');
    await region
      .getByRole('heading', { name: 'before after.trajectories.json after before.trajectories.json' })
      .waitFor();
  });

  it('compares a trajectory of each file, and says which file each is from', async () => {
    const { row, comparison, said, page, region, command } = await opened();
    await row(/^task_id alpha/).click();
    const left = comparison.getByRole('group', {
      name: 'before.trajectories.json: Group 1, Trajectory 2, reward 1',
    });
    const right = comparison.getByRole('group', {
      name: 'after.trajectories.json: Group 3, Trajectory 1, reward 1',
    });
    await left.waitFor();
    await right.waitFor();
    await comparison.getByRole('heading', { name: 'task_id alpha · Group 1 · Group 3' }).waitFor();
    await left.getByText('before.trajectories.json').waitFor();
    await right.getByText('after.trajectories.json').waitFor();
    const differing = right.getByRole('article', { name: 'Message 2 of 2, assistant' });
    expect(await differing.locator('mark').allInnerTexts()).toEqual(['0']);
    await differing.click();
    await comparison.locator('article[aria-current=true]').waitFor();
    expect(await comparison.locator('article[aria-current=true]').count()).toBe(1);
    await differing.getByRole('button', { name: 'Show in Text' }).click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'reveal', trajectory: 4, message: 1, isOther: true, focus: true });
    await left.getByRole('button', { name: 'Show in Text' }).first().click();
    await expect.poll(() => said.at(-1)).toEqual({ type: 'reveal', trajectory: 1, message: 1, focus: true });
    await command('nextGroup');
    await comparison.getByRole('heading', { name: /^task_id gamma/ }).waitFor();
    await page.keyboard.press('Escape');
    await region.locator('button[data-match]:focus').waitFor();
    expect(await region.locator('button:focus .visually-hidden').innerText()).toMatch(/^task_id gamma/);
  });

  it('lists the data in which the trajectories differ: not how a number is written', async () => {
    const texts = [
      '"metadata": {"task_id": "1", "score": 0.5}, "metrics": {"loss": -0.0, "sum": 0.30000000000000004}',
      '"metadata": {"task_id": 1, "score": 1}, "metrics": {"loss": 0, "sum": 0.3}',
    ].map((data) => `{"trajectories": [{"messages_and_choices": [{"role": "user"}], ${data}}]}`);
    const { row, comparison } = await opened(texts);
    await row(/^task_id 1/).click();
    const facts = comparison.locator('.column-head .fact');
    await expect.poll(() => facts.allInnerTexts()).toEqual(['score\u00a00.5', 'score\u00a01']);
  });

  it('compares what shows the change of a group that became worse, or better', async () => {
    const { row, comparison, page } = await opened();
    await row(/^task_id beta/).click();
    await comparison.getByRole('group', { name: 'Group 2, Trajectory 1, reward 1' }).waitFor();
    await comparison.getByRole('group', { name: 'Group 2, Trajectory 1, reward 0' }).waitFor();
    await page.keyboard.press('Escape');
    await row(/^task_id gamma/).click();
    await comparison.getByRole('group', { name: 'Group 3, Trajectory 1, reward 0' }).waitFor();
    await comparison.getByRole('group', { name: 'Group 1, Trajectory 1, reward 1' }).waitFor();
  });

  it('stays while the same file, chosen again, is read', async () => {
    const { page, compareWith, row, comparison, asked, failing, trouble } = await opened();
    await row(/^task_id beta/).click();
    await expect.poll(() => comparison.getByRole('group').count()).toBe(2);
    const before = asked.length;
    let read = () => {};
    failing.set('collection', new Promise<undefined>((resolve) => (read = () => resolve(undefined))));
    await compareWith(after);
    await expect.poll(() => asked.length).toBeGreaterThan(before);
    await page.setViewportSize({ width: 900, height: 600 });
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await comparison.getByRole('group').count()).toBe(2);
    read();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Group 2, Trajectory 2, reward 1');
    expect(trouble).toEqual([]);
  });

  it('moves to the first match from one that is not listed', async () => {
    const { page, region, comparison, command, row } = await opened();
    await region.getByRole('button', { name: '1 better' }).click();
    await row(/^task_id gamma/).waitFor();
    await command('find');
    await page.getByRole('textbox', { name: 'Find in messages' }).fill('What of alpha');
    await page.getByRole('list', { name: 'Hits' }).getByRole('button').first().click();
    await comparison.getByRole('heading', { name: /^task_id alpha/ }).waitFor();
    await command('nextGroup');
    await comparison.getByRole('heading', { name: /^task_id gamma/ }).waitFor();
  });

  it('steps over a match in which a file has no trajectory', async () => {
    const tasks = [[null], [], [null]].map((rewards, i) => ({ id: `t${i}`, rewards }));
    const { row, comparison, command, page } = await opened([fileOf(tasks), fileOf(tasks)]);
    await page.getByLabel('Match groups by').selectOption('index');
    await row(/^Group 1:/).click();
    await comparison.getByRole('heading', { name: 'Group 1' }).waitFor();
    await command('nextGroup');
    await comparison.getByRole('heading', { name: 'Group 3' }).waitFor();
    await command('previousGroup');
    await comparison.getByRole('heading', { name: 'Group 1' }).waitFor();
    expect(await page.getByText('has no trajectory').count()).toBe(0);
  });

  it('compares others by a pick, in both files', async () => {
    const { region, row, comparison } = await opened();
    await region.getByLabel('Compare of a match').selectOption('worst with worst');
    await row(/^task_id alpha/).click();
    await comparison.getByRole('group', { name: 'Group 1, Trajectory 1, reward 0' }).waitFor();
    await comparison.getByRole('group', { name: 'Group 3, Trajectory 2, reward 0' }).waitFor();
    await comparison.getByLabel('Trajectory of column 2').selectOption('Group 3, Trajectory 3, reward 0.5');
    await comparison.getByRole('group', { name: 'Group 3, Trajectory 3, reward 0.5' }).waitFor();
    await comparison.getByLabel('Add trajectory').selectOption('Group 1, Trajectory 2, reward 1');
    await comparison.getByRole('group', { name: 'Group 1, Trajectory 2, reward 1' }).waitFor();
    const columns = await comparison.getByRole('group').all();
    const labels = await Promise.all(columns.map((column) => column.getAttribute('aria-label')));
    expect(labels).toEqual([
      'before.trajectories.json: Group 1, Trajectory 1, reward 0',
      'before.trajectories.json: Group 1, Trajectory 2, reward 1',
      'after.trajectories.json: Group 3, Trajectory 3, reward 0.5',
    ]);
  });

  it('shows the rows of a long list wherever it is, also after a comparison and in another size', async () => {
    const tasks = Array.from({ length: 500 }, (_, i) => ({ id: `t${i}`, rewards: [i] }));
    const { page, region, row, comparison } = await opened([fileOf(tasks), fileOf(tasks)]);
    await row(/^task_id t0:/).focus();
    await page.keyboard.press('End');
    await region.locator('button:focus', { hasText: 't499' }).click();
    await comparison.getByRole('heading', { name: /^task_id t499/ }).waitFor();
    await page.getByRole('button', { name: 'All Groups' }).click();
    await region.locator('button:focus', { hasText: 't499' }).waitFor();
    const isFull = () =>
      page.evaluate(() => {
        const scroller = document.querySelector('.match-scroller')!;
        const { bottom, left, top } = scroller.getBoundingClientRect();
        const at = (y: number) => document.elementFromPoint(left + 40, y)?.closest('[data-match]') !== null;
        return at(bottom - 15) && at(top + 60);
      });
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('Home');
    await page.setViewportSize({ width: 1000, height: 1400 });
    await expect.poll(isFull).toBe(true);
    await region.getByRole('button', { name: '500 matched' }).click();
    await expect.poll(isFull).toBe(true);
  });

  it('copies the comparison as Markdown, of both files', async () => {
    const { row, comparison, said } = await opened();
    await row(/^task_id alpha/).click();
    await comparison.getByRole('button', { name: 'Copy Comparison as Markdown' }).click();
    const documents = [before, after].map((uri) => ({ uri, name: uri.split('/').at(-1) }));
    await expect
      .poll(() => said.at(-1))
      .toEqual({
        type: 'copyMarkdown',
        of: {
          ...{ what: 'comparison', as: 'markdown', title: 'task_id alpha · Group 1 · Group 3' },
          ...{ trajectories: [1, 4], documents },
        },
      });
  });

  it('is used with the keyboard', async () => {
    const { page, row, comparison, region, command } = await opened();
    await row(/^task_id beta/).focus();
    await page.keyboard.press('ArrowDown');
    await region.locator('button:focus', { hasText: 'alpha' }).waitFor();
    await page.keyboard.press('End');
    await region.locator('button:focus', { hasText: 'delta' }).waitFor();
    await page.keyboard.press('Home');
    await region.locator('button:focus', { hasText: 'beta' }).waitFor();
    await command('nextTrajectory');
    await region.locator('button:focus', { hasText: 'alpha' }).waitFor();
    await command('previousGroup');
    await region.locator('button:focus', { hasText: 'beta' }).waitFor();
    await command('compare');
    await comparison.getByRole('heading', { name: /^task_id beta/ }).waitFor();
    await command('nextTrajectory');
    await comparison
      .getByRole('group', { name: 'Group 2, Trajectory 1, reward 0' })
      .waitFor({ state: 'detached' });
    await command('compare');
    await region.waitFor();
    await page.keyboard.press('Escape');
    await region.waitFor({ state: 'detached' });
    await page.getByRole('feed', { name: 'Conversation' }).waitFor();
  });

  it('keeps the active row on its match when an edit lists it elsewhere', async () => {
    const shown = await opened();
    const { client, region, row, names, comparison, command } = shown;
    await row(/^task_id alpha/).focus();
    const text = fileOf(second);
    await replace(client, shown, { uri: after, version: 2, text, from: '"reward": 0,', to: '"reward": 2,' });
    await expect.poll(async () => (await names())[0]).toMatch(/^task_id alpha/);
    await region.locator('button:focus', { hasText: 'alpha' }).waitFor();
    await command('compare');
    await comparison.getByRole('heading', { name: /^task_id alpha/ }).waitFor();
  });

  it('follows edits of both files', async () => {
    const shown = await opened();
    const { client, names, row, comparison } = shown;
    const [own, other] = [fileOf(first), fileOf(second)];
    await replace(client, shown, {
      ...{ uri: after, version: 2, text: other },
      ...{ from: '"task_id": "delta"', to: '"task_id": "only-before"' },
    });
    await expect
      .poll(names)
      .toContain('task_id only-before: mean reward 1 before, 1 after, change 0, 1 and 1 trajectory');
    await replace(client, shown, {
      ...{ uri: before, version: 2, text: own },
      ...{ from: '"task_id": "only-before"', to: '"task_id": "other"' },
    });
    await expect.poll(async () => (await names()).length).toBe(3);
    await row(/^task_id gamma/).click();
    const article = comparison
      .getByRole('group', { name: /^after/ })
      .getByRole('article', { name: 'Message 2 of 2' });
    await article.getByText('Now it is 0').waitFor();
    const edited = other.replace('"task_id": "delta"', '"task_id": "only-before"');
    await replace(client, shown, {
      ...{ uri: after, version: 3, text: edited, from: 'Now it is 0', to: 'Now it was 0' },
    });
    await article.getByText('Now it was 0').waitFor();
  });

  it('says that the other file can no longer be read, and shows nothing of it', async () => {
    const { region, row, comparison, failing, tell } = await opened();
    await row(/^task_id alpha/).click();
    await comparison.waitFor();
    failing.set('collection', 'after.trajectories.json cannot be opened.');
    await tell({ type: 'changed', version: 0, isOther: true });
    await region.getByRole('alert').getByText('after.trajectories.json cannot be opened.').waitFor();
    expect(await region.getByRole('list').count()).toBe(0);
    expect(await comparison.count()).toBe(0);
    failing.clear();
    await tell({ type: 'changed', version: 0, isOther: true });
    await row(/^task_id alpha/).waitFor();
  });

  it('stays after a reload, with its comparison', async () => {
    const { page, region, row, comparison } = await opened();
    await region.getByRole('columnheader', { name: 'change' }).getByRole('button').click();
    await row(/^task_id alpha/).click();
    await comparison.getByRole('group', { name: /^after/ }).waitFor();
    await page.reload();
    await comparison.getByRole('group', { name: /^after.* Group 3, Trajectory 1, reward 1/ }).waitFor();
    await page.getByRole('button', { name: 'All Groups' }).click();
    await expect
      .poll(async () => region.getByRole('columnheader', { name: 'change' }).getAttribute('aria-sort'))
      .toBe('descending');
  });

  it('finds in both files, and goes to a hit in its pair', async () => {
    const { page, command, comparison, said, trouble } = await opened();
    await command('find');
    await page.getByRole('textbox', { name: 'Find in messages' }).fill('gamma');
    const status = page.getByRole('search').getByRole('status');
    await expect.poll(() => status.innerText()).toBe(`4 hits in 4 trajectories, 2 in ${afterName}`);
    const hits = page.getByRole('list', { name: 'Hits' }).getByRole('button');
    expect(await hits.allInnerTexts()).toEqual([
      expect.stringContaining('before: Group 3, Trajectory 1, message 1, user'),
      expect.stringContaining('before: Group 3, Trajectory 2, message 1, user'),
      expect.stringContaining('after: Group 1, Trajectory 1, message 1, user'),
      expect.stringContaining('after: Group 1, Trajectory 2, message 1, user'),
    ]);
    await hits.nth(3).click();
    await comparison.getByRole('group', { name: /^after.* Group 1, Trajectory 2/ }).waitFor();
    const column = comparison.getByRole('group', { name: /^before.* Group 3, Trajectory 1/ });
    await column.waitFor();
    await expect
      .poll(() => said)
      .toContainEqual({
        ...{ type: 'reveal', trajectory: 1, message: 0, isOther: true, focus: false },
        part: expect.objectContaining({ path: ['messages_and_choices', 0, 'content'] }),
      });
    await expect.poll(() => status.innerText()).toMatch(/^4 of 4 hits/);
    await command('nextHit');
    await comparison.getByRole('group', { name: /^before.* Group 3, Trajectory 1/ }).waitFor();
    await expect.poll(() => status.innerText()).toMatch(/^1 of 4 hits/);
    expect(trouble).toEqual([]);
  });

  it('keeps the focus in the field that finds, and in the list of hits', async () => {
    const { page, command, comparison, region } = await opened();
    await command('find');
    const field = page.getByRole('textbox', { name: 'Find in messages' });
    await field.fill('gamma');
    const status = page.getByRole('search').getByRole('status');
    await expect.poll(() => status.innerText()).toMatch(/^4 hits/);
    await page.keyboard.press('Enter');
    await comparison.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => status.innerText()).toMatch(/^2 of 4 hits/);
    await comparison.getByRole('button', { name: 'All Groups' }).click();
    await region.getByRole('list').waitFor();
    const hits = page.getByRole('list', { name: 'Hits' }).getByRole('button');
    await hits.nth(2).focus();
    await page.keyboard.press('Enter');
    await comparison.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.innerText()).toMatch(/^4 of 4 hits/);
  });

  it('scrolls to a hit in a long message, also after another pair', async () => {
    const said = Array.from({ length: 300 }, (_, i) => `line ${i}${i === 250 ? ' needle' : ''}\n`).join('');
    const texts = ['once', 'now'].map((when) =>
      fileOf(['a', 'b'].map((id) => ({ id, rewards: [1], said: `${when} ${said}` }))),
    );
    const { page, row, command, comparison, region } = await opened(texts);
    await row(/^task_id b/).click();
    await comparison.getByRole('group').first().getByRole('article').last().click();
    await page.keyboard.press('Escape');
    await region.getByRole('list').waitFor();
    await command('find');
    await page.getByRole('textbox', { name: 'Find in messages' }).fill('needle');
    await page.getByRole('search').getByRole('status').getByText('4 hits').waitFor();
    await command('nextHit');
    await comparison.waitFor();
    const place = () =>
      page.evaluate(() => {
        const [hit] = (CSS.highlights.get('trajectory-hit') ?? new Set()) as Set<Range>;
        return hit?.getBoundingClientRect().top ?? Number.NaN;
      });
    await expect.poll(place).toBeLessThan(800);
  });

  it('finds what is new in the other file, and forgets its hits when it is closed', async () => {
    const shown = await opened();
    const { page, client, command } = shown;
    await command('find');
    await page.getByRole('textbox', { name: 'Find in messages' }).fill('Now it is');
    const status = page.getByRole('search').getByRole('status');
    await expect.poll(() => status.innerText()).toBe(`2 hits in 2 trajectories, 2 in ${afterName}`);
    const text = fileOf(second);
    await replace(client, shown, { uri: after, version: 2, text, from: 'The answer is', to: 'Now it is' });
    await expect.poll(() => status.innerText()).toBe(`3 hits in 3 trajectories, 3 in ${afterName}`);
    await page.getByRole('button', { name: 'Close Comparison of Files' }).click();
    await expect.poll(() => status.innerText()).toBe('No hits');
  });

  it('a hit without a counterpart: shown in the text if it is in the other file, else left for', async () => {
    const { page, region, command, feed, said } = await opened();
    await command('find');
    const field = page.getByRole('textbox', { name: 'Find in messages' });
    await field.fill('What of null');
    const hits = page.getByRole('list', { name: 'Hits' }).getByRole('button');
    await hits.first().click();
    const shown = { type: 'reveal', trajectory: 8, message: 0, isOther: true };
    await expect.poll(() => said).toContainEqual(expect.objectContaining(shown));
    await region.getByRole('list').waitFor();
    await field.fill('What of only');
    await hits.first().click();
    await feed.getByText('What of only-before?').waitFor();
    expect(await region.count()).toBe(0);
  });

  it('shows hostile names and values as text', async () => {
    const evil = '<img src=x onerror=alert(1)> \u202e\n[x](command:a)';
    const tasks = [
      { id: evil, rewards: [1] },
      { id: 'b', rewards: [0] },
    ];
    const { region, row, comparison, trouble } = await opened([fileOf(tasks), fileOf(tasks)]);
    const first = row(/onerror/);
    const text = await first.locator('.cells').innerText();
    expect(text).toContain('<img src=x onerror=alert(1)> \\u202e\\n[x](command:a)');
    expect(await region.locator('img').count()).toBe(0);
    await first.click();
    const heading = await comparison.getByRole('heading').first().innerText();
    expect(heading).toContain('\\u202e');
    expect(trouble).toEqual([]);
  });

  it.each(Object.keys(themes) as (keyof typeof themes)[])('has no axe violations: %s', async (theme) => {
    const { page, row, comparison } = await opened(undefined, { theme });
    await page.evaluate(axe);
    const findings = async () => {
      const { violations }: AxeResults = await page.evaluate('axe.run(document)');
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    };
    expect(await findings()).toEqual([]);
    await row(/^task_id alpha/).click();
    await comparison.waitFor();
    expect(await findings()).toEqual([]);
  });
});
