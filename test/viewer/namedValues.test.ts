import { beforeAll, describe, expect, it } from 'vitest';
import { figureNames } from '../../server/core/collection/summaries/trajectories';
import { noColumns } from '../../viewer/data/columns/columns';
import { columnKeys, titleOf } from '../../viewer/data/measures';
import type { Client } from '../server/client';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();
const uri = 'file:///named.trajectory.json';
let client: Client;

beforeAll(async () => {
  client = await server.start();
  const groups = [0, 1].map((group) => ({
    trajectories: [0, 1, 2, 3].map((member) => ({
      messages_and_choices: [{ role: 'user', content: 'Hello.' }],
      reward: member / 4,
      metrics: { success: member > group, step: 0.5 * member },
      metadata: { step: 10 * group + member, passed: member === 3 },
    })),
  }));
  await client.open(uri, JSON.stringify({ split: 'train', trajectory_groups: groups }));
});

describe('A number of the metadata', () => {
  it('is in its column of the list, whether it is an integer or a fraction', async () => {
    const scored = 'file:///scored.trajectories.jsonl';
    const lines = [1, 0.5, 0].map(
      (score) => `{"messages_and_choices": [{"role": "user"}], "metadata": {"score": ${score}}}\n`,
    );
    await client.open(scored, lines.join(''), { languageId: 'trajectory-jsonl' });
    const { page, list } = await openView(view, client, scored);
    await page.getByRole('columnheader', { name: 'score' }).waitFor();
    expect(await list.locator('.row-labels').allInnerTexts()).toEqual(['1', '0.5', '0']);
  });
});

describe('A boolean', () => {
  it('can replace the reward, and is shown as true or false', async () => {
    const { page, row, trouble } = await openView(view, client, uri);
    await page.getByRole('combobox', { name: 'Value' }).selectOption('metrics.success');
    await page.getByRole('button', { name: 'metrics.success 0.625 ± 0.484' }).waitFor();
    await page.getByRole('button', { name: 'pass@1 0.625', exact: true }).waitFor();
    await row(/^Group 1:.* mean 0.75/).click();
    await row('Trajectory 1: metrics.success false, advantage −0.75').waitFor();
    await row('Trajectory 2: metrics.success true, advantage +0.25').waitFor();
    await page.locator('.figure-histogram').getByRole('button', { name: 'Show as Table' }).click();
    const table = page.getByRole('table', { name: 'Distribution of metrics.success' });
    await table.getByRole('row', { name: 'false 3' }).waitFor();
    await table.getByRole('row', { name: 'true 5' }).getByRole('button').click();
    await page.getByRole('button', { name: 'metrics.success = true, remove this filter' }).waitFor();
    await page.getByText('2 of 2 groups, 5 of 8 trajectories').waitFor();
    expect(trouble).toEqual([]);
  });

  it.each([
    ['metrics.success', 'true', 5],
    ['metrics.success', '0', 3],
    ['passed', 'false', 6],
  ])('can be filtered by its value: %s %s', async (column, value, left) => {
    const { page } = await openView(view, client, uri);
    await page.getByText('Filter by Value').click();
    await page.getByRole('combobox', { name: 'Column' }).selectOption({ label: column });
    const field = page.getByRole('textbox', { name: 'Value to compare with' });
    await expect.poll(() => field.getAttribute('placeholder')).toBe('true or false');
    await field.fill(value);
    await field.press('Enter');
    await page.getByText(`of 2 groups, ${left} of 8 trajectories`).waitFor();
  });
});

describe('A name in metadata', () => {
  it('is kept apart from the names that the view itself uses', () => {
    for (const key of [...columnKeys(noColumns), 'mean' as const])
      expect(figureNames).toContain(titleOf(key));
  });

  it('appears once in each list of columns, separate from the same name in metrics', async () => {
    const { page } = await openView(view, client, uri);
    await page.getByText('Filter by Value').click();
    for (const name of ['Sort by', 'Column', 'Value']) {
      const names = await page.getByRole('combobox', { name, exact: true }).locator('option').allInnerTexts();
      expect(new Set(names).size, name).toBe(names.length);
      expect(names.filter((one) => one.includes('step'))).toEqual(['metrics.step', 'step']);
      expect(names.filter((one) => one.includes('passed'))).toEqual(['passed']);
    }
    // Also while the list is sorted by it.
    await page.getByRole('combobox', { name: 'Value', exact: true }).selectOption('step');
    await page.getByRole('table', { name: 'Columns' }).getByRole('button', { name: 'step' }).last().click();
    const sorted = page.getByRole('combobox', { name: 'Sort by' });
    await expect.poll(() => sorted.locator('option:checked').innerText()).toBe('step');
    expect((await sorted.locator('option').allInnerTexts()).filter((one) => one === 'step')).toHaveLength(1);
  });
});
