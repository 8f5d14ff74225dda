import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { newQuietPage } from '../../vscode/launch.mjs';

const output = resolve(import.meta.dirname, '../../../test-output');
const shown = new Set<Page>();

/** Keeps a screenshot of each open window, for a failed test. */
export async function keepPictures(test: string): Promise<void> {
  for (const [index, page] of [...shown].entries())
    await keepPicture(page, `failed: ${test.replaceAll('/', ' ')} (${index + 1})`);
}

/** Closes the open windows. What still waits for them ends. */
export async function closeWindows(): Promise<void> {
  await Promise.all([...shown].map((page) => page.close()));
}

/** Opens an empty window. */
export async function newWindow(context: BrowserContext): Promise<Page> {
  const page = await newQuietPage(context);
  shown.add(page);
  page.once('close', () => shown.delete(page));
  return page;
}

/** Saves a screenshot of the window to the output folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await mkdir(output, { recursive: true });
  await page.screenshot({ path: join(output, `${name}.png`) });
}
