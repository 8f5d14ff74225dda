import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocument } from '../../server/core/document';
import { createEngine } from '../../server/core/engine';
import { type ExportCursor, exportStart, htmlStep } from '../../server/core/features/export/export';
import { runToEnd } from '../../server/core/work';
import { launchBrowser, newContext } from '../vscode/launch.mjs';
import { useAirline } from './airline';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function pageOf(text: string): string {
  const document = openDocument(createEngine(), text, { language: 'trajectory', name: 'a.trajectory.json' });
  let page = '';
  for (let at: ExportCursor | null = exportStart; at !== null; ) {
    const step: { text: string; next: ExportCursor | null } = runToEnd(htmlStep(document, 'a', at));
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
      const html = pageOf(JSON.stringify({ split: 'train', trajectory_groups: [{ trajectories }] }));
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
    await expect.poll(() => said.at(-1)).toEqual({ type: 'exportHtml' });
    await command('compare');
    await page.getByRole('region', { name: 'Comparison' }).waitFor();
    await command('copyMarkdown');
    await expect
      .poll(() => said.at(-1))
      .toEqual({ type: 'copyMarkdown', of: { what: 'comparison', trajectories: [172, 173] } });
  });
});
