/**
 * Opens a file in a real VS Code with the built extension and takes a screenshot:
 *
 *   node test/vscode/screenshot.mjs FILE OUT.png
 *        [--at LINE:COLUMN]    put the cursor there
 *        [--keys KEYS]         then press these, separated by spaces, such as `Control+Space`
 *        [--command TITLE]     run a command from the palette, such as `Problems: Focus on Problems View`
 *        [--wait SELECTOR]     wait for this CSS selector, such as `.squiggly-error`
 *        [--settings JSON]     user settings
 *        [--size 1280x800]     window size
 *
 * Build first (`npm run build`).
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser, launchServer, newContext } from './launch.mjs';
import { openWorkbench } from './workbench.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    keys: { type: 'string', default: '' },
    command: { type: 'string', multiple: true, default: [] },
    wait: { type: 'string' },
    settings: { type: 'string', default: '{}' },
    size: { type: 'string', default: '1280x800' },
  },
});
const [file, picture] = positionals;
if (file === undefined || picture === undefined) {
  console.error('usage: node test/vscode/screenshot.mjs FILE OUT.png [options]');
  process.exit(2);
}

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const server = await launchServer({
  settings: JSON.parse(options.settings),
  extensions: [root],
  asForPeople: true,
});
const browser = await launchBrowser();
try {
  const [width = 1280, height = 800] = options.size.split('x').map(Number);
  const page = await (await newContext(browser, { viewport: { width, height } })).newPage();
  const path = resolve(file);
  const workbench = await openWorkbench(page, server.url({ folder: dirname(path), file: path }));
  if (options.at !== undefined) await workbench.goTo(options.at);
  for (const key of options.keys.split(' ').filter(Boolean)) await page.keyboard.press(key);
  for (const title of options.command) await workbench.runCommand(title);
  if (options.wait !== undefined) await page.locator(options.wait).first().waitFor();
  await stablePicture(page, picture);
  console.log(`${picture}: ${await workbench.statusBar()}`);
} finally {
  await browser.close();
  await server.close();
}

/**
 * Takes screenshots until nothing has changed for 1.5 s.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} out
 */
async function stablePicture(page, out) {
  /** @type {Buffer | null} */
  let last = null;
  for (let same = 0, tries = 0; same < 3 && tries < 40; tries++) {
    await page.waitForTimeout(500);
    const next = await page.screenshot({ path: out });
    same = last !== null && next.equals(last) ? same + 1 : 0;
    last = next;
  }
}
