import { describe, expect, it } from 'vitest';
import { useServer } from '../server/client';
import { openView } from './openView';
import { useView } from './viewPage';

const server = useServer();
const view = useView();

const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>';
const links =
  '[a](javascript:alert(1)) [b](command:workbench.action.quit) [c](https://example.com/path) ' +
  '![d](https://example.com/image.png) ![e](data:image/svg+xml,<svg onload=alert(1)>) <https://example.org>';
const hidden = 'right\u202eleft \u001b[31mred &#x202e;turned zero\u200bwidth';

const text = `${markup}\n\n${links}\n\n${hidden}\n\n<form action="https://example.com"><input></form>`;
const names = { role: markup, name: markup, content: text };

const hostile = {
  split: markup,
  trajectory_groups: [
    {
      trajectories: [
        {
          messages_and_choices: [
            names,
            { role: 'assistant', content: text, reasoning_content: text },
            {
              role: 'assistant',
              content: [
                { type: 'text', text },
                { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
                { type: 'image_url', image_url: { url: 'data:image/svg+xml,<svg onload="alert(1)"/>' } },
              ],
              tool_calls: [{ id: markup, type: 'function', function: { name: markup, arguments: markup } }],
            },
          ],
          reward: 1,
          tools: [markup],
          metrics: { [markup]: 1 },
          metadata: { [markup]: markup, __proto__x: hidden, constructor: markup },
        },
        { messages_and_choices: [], reward: 0, metadata: { [markup]: hidden, constructor: 'a' } },
      ],
    },
  ],
};

describe('A hostile document', () => {
  it('causes no dialogs, requests or live markup, and shows its hidden characters', async () => {
    const client = await server.start();
    const uri = 'file:///<img src=x onerror=alert(1)>.trajectory.json';
    const json = JSON.stringify(hostile, null, 1).replaceAll('__proto__x', '__proto__');
    await client.open(uri, json);
    const shown = await openView(view, client, uri);
    const { page, message, said, trouble, row } = shown;
    await shown.show(0);
    const third = message(3);
    await third.getByText('<img src=x onerror="alert(1)">').first().waitFor();
    for (const fold of await page.getByRole('button', { name: /^(tools|metrics|metadata) \d/ }).all())
      await fold.click();
    await shown.command('toggleReasoning');
    await page.getByText('Labels').click();
    await message(2).getByRole('button', { name: 'Render Markdown of assistant' }).click();
    await message(2).locator('.markdown').waitFor();
    // Web links are buttons that show their target; only the host follows them.
    await message(2).getByRole('button', { name: 'c (https://example.com/path)' }).click();
    await expect.poll(() => said.at(-1)).toEqual({ type: 'openLink', target: 'https://example.com/path' });
    const rendered = await message(2).locator('.markdown').innerText();
    expect(rendered).toContain('right\\u202eleft \\u001b[31mred \\u202eturned zero\\u200bwidth');
    // Other links show their target, but are not buttons.
    expect(rendered).toContain('b (command:workbench.action.quit)');
    expect(await message(2).locator('.markdown').getByRole('button').allInnerTexts()).toEqual([
      'c (https://example.com/path)',
      'https://example.org',
    ]);
    expect(await message(2).locator('.markdown .escape').allInnerTexts()).toEqual(
      expect.arrayContaining(['\\u202e', '\\u001b', '\\u200b']),
    );
    await message(2).getByRole('button', { name: 'Render Markdown of assistant' }).click();
    await expect.poll(() => message(2).innerText()).toContain('right\\u202eleft');
    await row('Group 1:').click();
    const live = 'img, svg, style, iframe, form, object, embed, link:not([href="main.css"]), a, base';
    expect(await page.locator(`body :is(${live})`).count()).toBe(0);
    // The two of the page: its program, and what loads it again.
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('[onerror], [onload], [style*="url"]').count()).toBe(0);
    const body = await page.locator('body').innerText();
    for (const control of ['\u202e', '\u001b', '\u200b']) expect(body).not.toContain(control);
    expect(trouble).toEqual([]);
  });

  it('can have strings of 10 MB and 100,000 levels', async () => {
    const client = await server.start();
    const uri = 'file:///large.trajectory.json';
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const long = 'a\\u001b\\n'.repeat(1_500_000);
    const messages = `[{"role": "user", "content": "${long}"}, {"role": "tool", "content": ${deep}}]`;
    await client.open(uri, `{"trajectories": [{"messages_and_choices": ${messages}, "reward": 1}]}`);
    const shown = await openView(view, client, uri);
    await shown.show(0);
    await shown.message(2).waitFor();
    const more = shown.message(1).getByRole('button', { name: /^show 50,000 of [\d,]+ more characters$/ });
    await more.click();
    await expect.poll(async () => (await shown.message(1).textContent())!.length).toBeGreaterThan(50_000);
    await shown.message(2).getByRole('button', { name: 'Raw JSON' }).click();
    await shown.message(2).getByText('"role": "tool"').waitFor();
    expect(shown.trouble).toEqual([]);
  });
});
