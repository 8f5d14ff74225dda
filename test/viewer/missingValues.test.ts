import { describe, expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

/** A view of groups with these rewards; null for a trajectory without one. */
async function opened(name: string, groups: readonly (readonly (number | null)[])[]) {
  const client = await server.start();
  const uri = `file:///${name}.trajectories.json`;
  const trajectory_groups = groups.map((rewards) => ({
    trajectories: rewards.map((reward) => ({
      messages_and_choices: [{ role: 'user', content: 'Hello.' }],
      ...(reward === null ? {} : { reward }),
    })),
  }));
  await client.open(uri, JSON.stringify({ split: 'train', trajectory_groups }));
  const shown = await openView(view, client, uri);
  return { ...shown, overview: shown.page.getByRole('region', { name: 'Overview' }) };
}

describe('If one of five trajectories has a reward', () => {
  const one = [[null, 1, null, null, null]];

  it('the overview says so, and does not claim that there is nothing to learn', async () => {
    const { page, overview, trouble } = await opened('one', one);
    await overview.getByRole('button', { name: 'reward 1 ± 0 (1 of 5)', exact: true }).waitFor();
    await overview
      .getByText(
        'The only value of reward is 1: 1 of 5 has one. Values are missing in 1 group: it is not known whether there is something to learn from it.',
      )
      .waitFor();
    await overview.getByText('unbiased estimate, from 1 of 5 trajectories').waitFor();
    expect(await overview.innerText()).not.toContain('nothing to learn');
    const row = page.getByRole('table', { name: 'Rewards by group' }).getByRole('row').nth(1);
    expect((await row.innerText()).split('\t')).toEqual(['Group 1', '1 of 5', '1', 'not known', '1', '1']);
    expect(trouble).toEqual([]);
  });

  it('the list says so, and finds those without one', async () => {
    const { page, overview, row } = await opened('one-in-list', one);
    await row('Group 1: 5 trajectories, 1 of 5 with a value, mean 1, spread not known').waitFor();
    await overview.getByRole('button', { name: '4 without reward' }).click();
    await page.getByRole('button', { name: 'reward is missing, remove this filter' }).waitFor();
    await page.getByText('1 of 1 group, 4 of 5 trajectories').waitFor();
  });

  it('its rank is one among those that have one', async () => {
    const { show, page } = await opened('one-in-rank', one);
    await show(1);
    await page.getByText('advantage 0, rank 1 of 1 with a value').waitFor();
  });
});

it('pass@k says if fewer groups have as many values', async () => {
  const { overview } = await opened('pass', [
    [0, 1],
    [1, 0],
    [0, null],
  ]);
  const passes = overview.getByRole('list', { name: 'pass@k, unbiased estimate' }).getByRole('listitem');
  expect(await passes.allInnerTexts()).toEqual(['pass@1 0.333', 'pass@2 1 in 2 groups']);
});

it('If each trajectory is alone in its group, groups are neither counted nor judged nor drawn', async () => {
  const alone = 'Each trajectory is alone in its group, or in none, so there is nothing to compare it with.';
  const differing = await opened('alone', [[0], [1]]);
  await differing.overview.getByText(alone).waitFor();
  await differing.overview.getByRole('button', { name: '2 trajectories' }).waitFor();
  expect(await differing.overview.getByRole('button', { name: '2 groups' }).count()).toBe(0);
  expect(await differing.overview.getByText('groups by spread').count()).toBe(0);
  expect(await differing.page.getByRole('button', { name: /^(?:with spread|without \d)/ }).count()).toBe(0);
  const equal = await opened('alone-equal', [[1], [1], [null]]);
  await equal.overview.getByText(`All 2 values of reward are 1: 2 of 3 have one. ${alone}`).waitFor();
  const pair = await opened('pair-and-none', [[1, 1], []]);
  await pair.overview.getByText('no group has any spread, so there is nothing to learn.').waitFor();
  await pair.overview.getByRole('button', { name: '2 groups' }).waitFor();
  await pair.page.getByRole('button', { name: 'with spread 0' }).waitFor();
});

describe('If some groups have missing rewards', () => {
  const groups = [[0, 1], [1, 1], [0, null], [1, null, 0], [null], []];

  it('only those whose known rewards differ, and those that are complete, are judged', async () => {
    const { page, overview } = await opened('some', groups);
    await overview
      .getByText(
        '2 groups with spread, 1 without: nothing to learn from the latter. Values are missing in 2 groups: it is not known whether there is something to learn from them.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'spread not known 2' }).click();
    await page.getByText('2 of 6 groups, 3 of 10 trajectories').waitFor();
    await page.getByRole('button', { name: 'without 1', exact: true }).click();
    await page.getByText('1 of 6 groups, 2 of 10 trajectories').waitFor();
  });

  it('the tables count them', async () => {
    const { page, overview } = await opened('tables', groups);
    await overview.locator('.figure-histogram').getByText('7 of 10').waitFor();
    for (const button of await overview.getByRole('button', { name: 'Show as Table' }).all())
      await button.click();
    const rows = async (name: string) => {
      const texts = await page.getByRole('table', { name }).locator('tbody tr').allInnerTexts();
      return texts.map((text) =>
        text
          .split(/\s*\t\s*/)
          .join(' | ')
          .trim(),
      );
    };
    expect(await rows('Distribution of reward')).toEqual(['0 | 3', '1 | 4', 'none | 3']);
    expect(await rows('Rewards by group')).toEqual([
      'Group 1 | 2 | 0.5 | 0.5 | 0 | 1',
      'Group 4 | 2 of 3 | 0.5 | 0.5 | 0 | 1',
      'Group 2 | 2 | 1 | none | 1 | 1',
      'Group 3 | 1 of 2 | 0 | not known | 0 | 0',
    ]);
    await overview.getByText('1 group without a value.').waitFor();
    expect(await rows('reward by messages')).toEqual(['0 | 0 | –', '1 | 10 | 0.571 (7 of 10)']);
  });
});

it('a document without any reward has nothing to judge', async () => {
  const { page, overview } = await opened('none', [[null, null]]);
  await overview.getByText('No trajectory has a number as its reward: there is nothing to plot.').waitFor();
  expect(await page.getByRole('button', { name: /not known|without reward/ }).count()).toBe(0);
  expect(await page.locator('.dots').getAttribute('title')).toBe('–, –. No trajectory has a value.');
});

it('the title of a chart is whole, however little room there is for how many have a value', async () => {
  const rewards = Array.from({ length: 1200 }, (_, i) => (i === 0 ? null : i / 1200));
  const { page, overview } = await opened('titles', [rewards]);
  const title = overview.locator('.figure-histogram figcaption span').first();
  for (const width of [520, 560, 600, 640, 700, 780]) {
    await page.setViewportSize({ width, height: 800 });
    await title.waitFor();
    const missing = () =>
      title.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().width - element.getBoundingClientRect().width;
      });
    await expect.poll(missing).toBeLessThanOrEqual(0);
  }
});
