#!/usr/bin/env node
/**
 * Replaces a missing desktop `code` executable: takes the arguments of
 * `@vscode/test-electron`, runs the suite in a VS Code server with a headless browser, prints the
 * suite's log, and exits with its exit code.
 */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser, launchServer, newContext, newQuietPage } from './launch.mjs';
import { addWebExtension, serveFolder } from './webHost.mjs';

// `strict: false`: most arguments, such as `--no-sandbox`, only concern a desktop.
const { values, positionals } = parseArgs({ strict: false, allowPositionals: true });
const { extensionDevelopmentPath, extensionTestsPath, extensionDevelopmentKind } = values;
if (typeof extensionDevelopmentPath !== 'string' || typeof extensionTestsPath !== 'string') {
  console.error('usage: code.mjs --extensionDevelopmentPath=DIR --extensionTestsPath=FILE [FOLDER]');
  process.exit(2);
}

const server = await launchServer({ development: true });
const browser = await launchBrowser();
const page = await newQuietPage(await newContext(browser));
const web = extensionDevelopmentKind === 'web' ? await serveFolder(extensionDevelopmentPath) : null;
try {
  const suite = suiteEnd();
  if (web !== null) await addWebExtension(page, web.origin);
  await page.goto(workbenchUrl(extensionDevelopmentPath, extensionTestsPath));
  process.exitCode = await suite;
} finally {
  web?.close();
  await browser.close();
  await server.close();
}

/**
 * @param {string} extension
 * @param {string} tests
 */
function workbenchUrl(extension, tests) {
  const [folder] = positionals;
  if (web === null) return server.url({ folder, extension, tests });
  return server.url({
    folder,
    extension: web.origin,
    tests: `${web.origin}/${relative(extension, tests)}`,
  });
}

/**
 * Prints the suite's output, and waits for its end.
 *
 * @returns {Promise<number>} Its exit code.
 */
function suiteEnd() {
  return new Promise((resolve, reject) => {
    page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
      // The workbench has a verbose log of its own; `SUITE_LOG=all` shows it.
      if (String(args[0]).startsWith('[suite]')) console.log(String(args[0]).slice('[suite] '.length));
      else if (process.env['SUITE_LOG'] === 'all') console.log(`${type}:`, ...args);
    });
    page.exposeFunction('codeAutomationExit', resolve);
    page.once('crash', () => reject(new Error('The workbench page crashed.')));
    browser.once('disconnected', () => reject(new Error('The browser ended before the suite did.')));
    server.ended.then((end) => reject(new Error(`The VS Code server ${end} before the suite did.`)));
  });
}
