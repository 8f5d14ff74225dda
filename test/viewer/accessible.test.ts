import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useAirline } from './airline';
import { themes } from './themes';

const open = useAirline();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's findings except contrast, which depends on the theme. */
async function findings(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate(
    `axe.run(document, { rules: { 'color-contrast': { enabled: false } } })`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

describe('axe finds no violations', () => {
  it.each(Object.keys(themes) as (keyof typeof themes)[])('in a %s theme', async (theme) => {
    const shown = await open({ theme });
    const { page } = shown;
    await page.evaluate(axe);
    await shown.show(172);
    await shown.command('nextMessage');
    expect(await findings(page)).toEqual([]);
    for (const table of await page.getByRole('button', { name: 'Show as Table' }).all()) await table.click();
    await page.getByRole('button', { name: /^metadata/ }).click();
    await page.getByText('Labels').click();
    await shown.command('showKeys');
    await page.getByRole('dialog').waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('in a narrow view', async () => {
    const shown = await open({ width: 400 });
    await shown.page.evaluate(axe);
    expect(await findings(shown.page)).toEqual([]);
    await shown.row('Group 1:').click();
    await shown.row('Trajectory 1:').click();
    await shown.message(1).waitFor();
    expect(await findings(shown.page)).toEqual([]);
  });
});

it('boxes to tick and lists of choices are dark in a dark theme', async () => {
  const schemes = ['light', 'dark', 'high-contrast', 'high-contrast light'] as const;
  const shown = await Promise.all(
    schemes.map(async (theme) => {
      const { page } = await open({ theme });
      const box = page.getByRole('checkbox').first();
      return box.evaluate((box) => getComputedStyle(box).colorScheme);
    }),
  );
  expect(shown).toEqual(['light', 'dark', 'dark', 'light']);
});
