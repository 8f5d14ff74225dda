import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocument } from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { comparisonStep } from '../../server/core/features/export/comparison';
import { htmlStep } from '../../server/core/features/export/export';
import {
  type ExportCursor,
  type ExportStep,
  exportStart,
} from '../../server/core/features/export/exportStep';
import { htmlComparison } from '../../server/core/features/export/html';
import { runToEnd, type Work } from '../../server/core/work';
import { launchBrowser, newContext } from '../vscode/launch.mjs';
import { useAirline } from './airline';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const documentOf = (text: string) =>
  openDocument(createEngine(), text, { language: 'trajectory', name: 'a.trajectory.json' });

function pageOf(next: (from: ExportCursor) => Work<ExportStep | null>): string {
  let page = '';
  for (let at: ExportCursor | null = exportStart; at !== null; ) {
    const step: ExportStep = runToEnd(next(at))!;
    page += step.text;
    at = step.next;
  }
  return page;
}

describe('An exported page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each(['light', 'dark'] as const)(
    'makes no requests, runs nothing, and is accessible: %s',
    async (colorScheme) => {
      const content = [
        {
          type: 'text',
          text: '</pre><img src="https://example.com/x.png" onerror="document.title=1"><script>document.title = 1</script>',
        },
        {
          type: 'image_url',
          image_url: {
            url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          },
        },
      ];
      const call = {
        id: 'c',
        type: 'function',
        function: { name: 'look_up', arguments: '{"city":"Turin"}' },
      };
      const messages = [
        { role: 'user', content },
        { role: 'assistant', reasoning_content: 'Well.', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: '{"degrees": 3}' },
        { role: 'assistant', content: 'It is cold. '.repeat(500) },
      ];
      const trajectories = [{ messages_and_choices: messages, reward: 1, metadata: { task: 'weather' } }];
      const document = documentOf(JSON.stringify({ split: 'train', trajectory_groups: [{ trajectories }] }));
      const html = pageOf((from) => htmlStep(document, 'a', from));
      const page = await (
        await newContext(browser, { colorScheme, viewport: { width: 900, height: 800 } })
      ).newPage();
      const requests: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) requests.push(request.url());
      });
      await page.setContent(html);
      await page.getByText('Reasoning').click();
      await page.getByText('Well.').waitFor();
      await page.getByText('<script>document.title = 1</script>').waitFor();
      expect(
        await page
          .getByRole('img', { name: 'image/png' })
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBe(1);
      expect(await page.title()).toBe('a');
      expect(requests).toEqual([]);
      if (process.env['PICTURES'] !== undefined)
        await page.screenshot({ path: `${process.env['PICTURES']}/exported-${colorScheme}.png` });
      // The page's own policy lets no script in, so this looks at a copy without it.
      await page.setContent(html.replace(/<meta http-equiv[^>]*>/, ''));
      await page.evaluate(axe);
      const { violations }: AxeResults = await page.evaluate('axe.run(document)');
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`)),
      ).toEqual([]);
    },
  );
});

describe('An exported comparison', () => {
  it.each(['light', 'dark'] as const)('is accessible, and fits a narrow window: %s', async (colorScheme) => {
    const airline = documentOf(readFileSync('examples/airline.trajectories.json', 'utf8'));
    const all = [172, 173].map((trajectory) => ({ document: airline, trajectory, name: null }));
    const html = pageOf((from) => comparisonStep({ title: 'Group 44', all, format: htmlComparison }, from));
    const browser = await launchBrowser();
    try {
      const context = await newContext(browser, { colorScheme, viewport: { width: 1200, height: 900 } });
      const page = await context.newPage();
      await page.setContent(html.replace(/<meta http-equiv[^>]*>/, ''));
      const [left, right] = await page.getByRole('heading', { name: '4 user' }).all();
      expect((await left!.boundingBox())!.y).toBe((await right!.boundingBox())!.y);
      if (process.env['PICTURES'] !== undefined)
        await page.screenshot({ path: `${process.env['PICTURES']}/exported-comparison-${colorScheme}.png` });
      await page.evaluate(axe);
      const { violations }: AxeResults = await page.evaluate('axe.run(document)');
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
      await page.setViewportSize({ width: 500, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(500);
    } finally {
      await browser.close();
    }
  });
});

describe('The view asks its host', () => {
  const open = useAirline();

  it('to copy a message, a conversation and a comparison as Markdown, and to export', async () => {
    const { show, message, said, command, page } = await open();
    await show(172);
    await message(2).getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'copyMarkdown', of: { what: 'message', trajectory: 172, message: 1 } });
    await page.getByRole('button', { name: 'Copy Conversation as Markdown' }).click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'copyMarkdown', of: { what: 'conversation', trajectory: 172 } });
    await page.getByRole('button', { name: 'Export as HTML' }).click();
    await expect
      .poll(() => said.at(-1))
      .toMatchObject({ type: 'exportHtml', shown: { trajectory: 172, group: 43, from: 172, to: 176 } });
    await command('compare');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await command('copyMarkdown');
    const comparison = {
      ...{ what: 'comparison', title: 'airline.trajectories.json, group 44' },
      trajectories: [172, 173],
    };
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'copyMarkdown', of: { ...comparison, as: 'markdown' } });
    await page.getByRole('button', { name: 'Export Comparison as HTML' }).click();
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'exportHtml', comparison: { ...comparison, as: 'page' } });
  });
});
