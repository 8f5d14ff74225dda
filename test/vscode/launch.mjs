/**
 * Starts a VS Code server with a clean profile, and a headless browser that shows its workbench.
 */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';
import { installServer } from './install.mjs';
import { printed, start, temporaryFolder } from './processes.mjs';

/** Time limit in ms for a hanging step in a window: much more than any takes on a busy machine. */
export const patience = 5 * 60_000;

/** VS Code's own extensions that concern files like ours. The others only delay a window. */
const builtInExtensions = [
  'configuration-editing',
  'json',
  'json-language-features',
  'markdown-basics',
  'markdown-language-features',
  'theme-defaults',
  'theme-seti',
];

/** User settings of a quiet workbench: nothing opens, asks or goes online on its own. */
const calmSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'editor.cursorBlinking': 'solid',
  'git.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'window.commandCenter': false,
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Drawing it costs CPU time, and no test looks at it. */
const withoutMinimap = { 'editor.minimap.enabled': false };

/**
 * @typedef {object} Server
 * @property {string} origin Where the server listens, without a trailing slash.
 * @property {string} profile The folder of everything it writes.
 * @property {(options: WorkbenchOptions) => string} url The URL of a workbench window.
 * @property {Promise<string>} ended Why the server ended, in words.
 * @property {() => Promise<void>} close Stops it with all its children and removes the profile.
 *
 * @typedef {object} ServerOptions
 * @property {Record<string, unknown>} [settings] User settings in addition to the calm ones.
 * @property {readonly string[]} [extensions] Folders of installed extensions.
 * @property {string} [installed] A folder made by `installExtension`, to copy into the clean profile.
 * @property {number} [port] A fixed port; by default a free one.
 * @property {Record<string, string>} [env] Environment in addition to this process's own.
 * @property {string} [log] The log level, such as `trace`.
 * @property {boolean} [development] Load extensions in development and test suites. Hides notifications.
 * @property {boolean} [workspaceTrust] Keep the prompt for workspace trust.
 * @property {boolean} [asForPeople] Load all of VS Code's own extensions, and show the minimap.
 *
 * @typedef {object} WorkbenchOptions
 * @property {string | undefined} [folder] The folder to open.
 * @property {string | undefined} [workspace] The workspace file to open instead.
 * @property {string | undefined} [file] A file to show in an editor.
 * @property {string | undefined} [extension] The folder or URL of an extension in development.
 * @property {string | undefined} [tests] The module, or its URL, with the test suite's `run()`.
 */

/**
 * Starts a VS Code server on a free port and waits until it answers. Installs it first if necessary.
 *
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>}
 */
export async function launchServer(options = {}) {
  const installation = await installServer();
  const { path: profile, remove } = await temporaryFolder('trajectory-vscode-');
  const common = ['--accept-server-license-terms', '--server-data-dir', profile];
  const temporary = join(profile, 'tmp');
  await mkdir(temporary);
  const env = { ...process.env, TMPDIR: temporary, ...options.env };
  const shown = options.asForPeople === true ? {} : withoutMinimap;
  await writeSettings(profile, { ...calmSettings, ...shown, ...options.settings });
  if (options.installed !== undefined)
    await cp(options.installed, join(profile, 'extensions'), { recursive: true });
  await linkInto(join(profile, 'extensions'), options.extensions ?? []);
  const builtIn = join(profile, 'built-in');
  await linkInto(
    builtIn,
    builtInExtensions.map((name) => join(installation.extensions, name)),
  );
  const flags = [
    ...['--host', '127.0.0.1', '--port', `${options.port ?? 0}`],
    ...['--without-connection-token', '--disable-telemetry'],
    ...(options.log === undefined ? [] : ['--log', options.log]),
    ...(options.asForPeople === true ? [] : ['--builtin-extensions-dir', builtIn]),
    ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
    // Without it the paths of an extension in development are ignored; with it notifications stay hidden.
    ...(options.development === true ? ['--enable-smoke-test-driver'] : []),
  ];
  const args = [installation.server, ...common, ...flags];
  const child = start(installation.node, args, { env });
  const close = async () => {
    await child.close();
    remove();
  };
  // Without its port the server neither listens nor ends.
  const [, port, reason] = await printed(
    child,
    /Extension host agent listening on (\d+)|Error: listen E\w+: (.*)/,
  );
  if (port === undefined) {
    await close();
    throw new Error(
      `Port ${options.port} cannot be used: ${reason}. If you name none, the server takes a free one.`,
    );
  }
  const origin = `http://127.0.0.1:${port}`;
  const url = (/** @type {WorkbenchOptions} */ window) => workbenchUrl(origin, window);
  return { origin, profile, url, ended: child.ended, close };
}

/**
 * Installs an extension package as a user does, into a folder for the profiles of several servers.
 *
 * @param {string} vsix
 * @param {string} folder
 */
export async function installExtension(vsix, folder) {
  const { node, server } = await installServer();
  const profile = await temporaryFolder('trajectory-vscode-');
  const folders = ['--server-data-dir', profile.path, '--extensions-dir', folder];
  const flags = ['--accept-server-license-terms', '--install-extension', vsix];
  const install = start(node, [server, ...folders, ...flags]);
  await printed(install, /successfully installed/);
  await install.ended;
  profile.remove();
}

/**
 * Makes a folder of links to other folders, each under its own name.
 *
 * @param {string} path
 * @param {readonly string[]} folders
 */
async function linkInto(path, folders) {
  await mkdir(path, { recursive: true });
  for (const folder of folders) await symlink(folder, join(path, basename(folder)));
}

/**
 * @param {string} profile
 * @param {Record<string, unknown>} settings
 */
async function writeSettings(profile, settings) {
  const folder = join(profile, 'data/User');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
}

/**
 * @param {string} origin
 * @param {WorkbenchOptions} options
 */
function workbenchUrl(origin, { folder, workspace, file, extension, tests }) {
  const remote = (/** @type {string} */ path) =>
    path.startsWith('/') ? `vscode-remote://${new URL(origin).host}${path}` : path;
  /** @type {[string, string][]} */
  const payload = [];
  if (file !== undefined) payload.push(['openFile', remote(file)]);
  if (extension !== undefined) payload.push(['extensionDevelopmentPath', remote(extension)]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  const query = new URLSearchParams();
  if (workspace !== undefined) query.set('workspace', workspace);
  else if (folder !== undefined) query.set('folder', folder);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${origin}/?${query}`;
}

/**
 * Starts a headless browser, which ends with `close` or with this process. Its optimizing compiler pays off only in
 * windows that live long: in tests it would take a sixth of the CPU time.
 *
 * @param {{ readonly optimizes?: boolean }} [options]
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser({ optimizes = false } = {}) {
  const { chromium: executablePath, chromiumEnv } = await installServer();
  const flags = optimizes ? [] : ['--js-flags=--no-turbofan'];
  return chromium.launch({
    executablePath,
    args: [
      ...['--headless=shell', '--single-process', '--no-zygote', '--no-sandbox', '--disable-dev-shm-usage'],
      ...flags,
    ],
    env: /** @type {Record<string, string>} */ ({ ...process.env, ...chromiumEnv }),
    timeout: patience,
  });
}

/**
 * A browser context, the state shared by the windows of one user: storage, clipboard. Animations are off, to save time.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @returns {Promise<import('playwright-core').BrowserContext>}
 */
export async function newContext(browser, options = {}) {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(patience);
  await context.addInitScript(renewServiceWorker);
  return context;
}

/**
 * For each page, as a script of it. VS Code's page of a webview waits for ever if the browser has loaded it without the
 * service worker that it installed earlier, which it could not start: it stays blank. Under another address the worker is
 * installed anew, and takes the page over.
 */
function renewServiceWorker() {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (url, options) => {
    const isLost = serviceWorker.controller === null && (await serviceWorker.getRegistration()) !== undefined;
    return register(isLost ? `${url}&again=${Date.now()}` : url, options);
  };
}

/**
 * A page without animations, and with 16 frames per second instead of 60: a test's window then takes a fifth less CPU
 * time.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function newQuietPage(context) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
    const frame = 62.5;
    globalThis.requestAnimationFrame = (callback) =>
      Number(setTimeout(() => callback(performance.now()), frame - (performance.now() % frame)));
    globalThis.cancelAnimationFrame = clearTimeout;
  });
  return page;
}
