import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openDocument } from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { comparisonStep } from '../../server/core/features/export/comparison';
import { exportStart } from '../../server/core/features/export/exportStep';
import { htmlComparison } from '../../server/core/features/export/html';
import { runToEnd } from '../../server/core/work';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

const name = 'mcp__customer_support__get_reservation_details_by_confirmation_number';
const call = { id: 'c', type: 'function', function: { name, arguments: '{}' } };
const messages = [
  { role: 'user', name, content: 'Hello' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c', name, content: 'booked' },
];
const trajectory = { messages_and_choices: messages, reward: 1, metadata: { [name]: name } };
const other = { ...trajectory, messages_and_choices: [{ role: 'user', name, content: 'Bye' }, messages[1]] };
const text = JSON.stringify({ trajectories: [trajectory, other] });

/** Elements that have something beyond their right edge. */
function overflowing(page: Page, selector: string): Promise<readonly string[]> {
  return page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => one.textContent!.trim()),
    );
}

describe('A long name can be read as a whole', () => {
  it('in a narrow conversation', async () => {
    const client = await server.start();
    const uri = 'file:///long.trajectory.json';
    await client.open(uri, text);
    const { page, message, show } = await openView(view, client, uri, { width: 360 });
    await show(0);
    await message(2).getByText('booked').waitFor();
    expect(await overflowing(page, '.card, .conversation-head')).toEqual([]);
  });

  it('in the heads of a comparison, which leave room for its messages', async () => {
    const client = await server.start();
    const uri = 'file:///heads.trajectory.json';
    const metrics = (value: number) =>
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`${name}_${i}`, value]));
    const trajectories = [trajectory, other].map((one, i) => ({ ...one, metrics: metrics(i) }));
    await client.open(uri, JSON.stringify({ trajectories }));
    const { page, show, command } = await openView(view, client, uri, { width: 500, height: 500 });
    await show(0);
    await command('compare');
    const current = page.locator('.comparison article[aria-current=true]');
    await current.getByText('Hello').waitFor();
    const head = page.locator('.column-head').first();
    const { y, height } = (await head.boundingBox())!;
    const room = page.locator('.comparison-scroller');
    const seen = (await room.boundingBox())!;
    expect(y + height).toBeLessThan(seen.y + seen.height / 2);
    const last = head.getByText(`${name}_9`);
    await last.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await last.boundingBox())!.y).toBeLessThan(y + height);
  });

  it('in an exported comparison', async () => {
    const document = openDocument(createEngine(), text, {
      language: 'trajectory',
      name: 'a.trajectory.json',
    });
    const all = [0, 1].map((trajectory) => ({ document, trajectory, name: null }));
    const html = runToEnd(comparisonStep({ title: 'a', all, format: htmlComparison }, exportStart))!.text;
    const client = await server.start();
    await client.open('file:///short.trajectory.json', text);
    const { page } = await openView(view, client, 'file:///short.trajectory.json', { width: 900 });
    await page.goto('about:blank');
    await page.setContent(html);
    await page.getByRole('heading', { name: '1 user' }).first().waitFor();
    expect(await overflowing(page, 'article')).toEqual([]);
  });
});
