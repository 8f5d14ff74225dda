/**
 * `npm start`: builds, and opens a real VS Code on a copy of `examples/` with the extension loaded, the local
 * training service running, and a page of things to try. Uses the desktop's VS Code if `code` is on the path, otherwise
 * the VS Code server from npm. `npm start -- --server` forces the server; `--port N` sets its port.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { whyUnsupported } from '../test/vscode/install.mjs';
import { launchServer } from '../test/vscode/launch.mjs';
import { atEnd, start, temporaryFolder } from '../test/vscode/processes.mjs';

const options = optionsOf(() => {
  const parsed = parseArgs({
    options: { server: { type: 'boolean', default: false }, port: { type: 'string' } },
  });
  const { port } = parsed.values;
  if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65_536))
    throw new Error(`'--port' must be a number from 0 to 65535, not '${port}'.`);
  return parsed;
});
const root = resolve(fileURLToPath(import.meta.url), '../..');
// A copy, so that trying things out does not change the repository.
const { path: folder, remove: removeFolder } = await temporaryFolder('trajectory-examples-');
await cp(join(root, 'examples'), folder, { recursive: true });
const file = join(folder, 'problems.trajectory.json');
// Starts the local service, as a user would from the palette, and shows the page.
const welcome = join(root, 'scripts/welcome');

await build();
// Ctrl-C ends this process, and with it everything it started.
const editor = !options.server && hasDesktop() ? await openDesktop() : await openServer();
const end = await editor.ended;
await editor.close();
removeFolder();
if (end !== 'ended with 0') {
  console.error(`VS Code ${end}.`);
  process.exitCode = 1;
}

/**
 * @template Values
 * @param {() => { values: Values }} parse
 */
function optionsOf(parse) {
  try {
    return parse().values;
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\nUsage: npm start [-- [--server] [--port N]]`,
    );
    process.exit(2);
  }
}

async function build() {
  const child = start(process.execPath, ['esbuild.mjs', '--quiet'], { cwd: root });
  child.process.stderr?.pipe(process.stderr);
  child.process.stdout?.pipe(process.stdout);
  const end = await child.ended;
  if (end === 'ended with 0') return;
  console.error(`The build ${end}.`);
  process.exit(1);
}

/** Whether `code` is on the path and can open its own window here. */
function hasDesktop() {
  const { PATH = '', DISPLAY, WAYLAND_DISPLAY, VSCODE_IPC_HOOK_CLI } = process.env;
  // In a remote terminal `code` is another program, which talks to that terminal's window.
  if (VSCODE_IPC_HOOK_CLI !== undefined) return false;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return false;
  const name = process.platform === 'win32' ? 'code.cmd' : 'code';
  return PATH.split(delimiter).some((at) => existsSync(join(at, name)));
}

/** Starts a VS Code server; the user opens its page in a browser. */
async function openServer() {
  if (whyUnsupported() !== null) {
    console.error(
      'No desktop VS Code can be opened here (no `code` on the path, no display, or a remote terminal), and the VS Code server from npm needs Linux x64.',
    );
    process.exit(1);
  }
  const port = options.port === undefined ? {} : { port: Number(options.port) };
  const server = await launchServer({ extensions: [root, welcome], asForPeople: true, ...port }).catch(
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
  console.log('\nVS Code is ready. Open this URL in a browser; Ctrl-C ends it.\n');
  console.log(server.url({ folder, file }));
  return server;
}

/** Starts a desktop VS Code with a separate profile, so that the user's is not touched. */
async function openDesktop() {
  const { path: profile, remove } = await temporaryFolder('trajectory-vscode-');
  await mkdir(join(profile, 'User'));
  await writeFile(join(profile, 'User/settings.json'), JSON.stringify({ 'workbench.startupEditor': 'none' }));
  const own = [`--user-data-dir=${profile}`, `--extensions-dir=${join(profile, 'extensions')}`];
  await cp(welcome, join(profile, 'extensions/welcome'), { recursive: true });
  const args = [
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    ...own,
    `--extensionDevelopmentPath=${root}`,
    folder,
    file,
  ];
  const endEditor = atEnd(() => endDesktop(profile));
  const child =
    process.platform === 'win32'
      ? start(
          'code',
          args.map((arg) => `"${arg}"`),
          { shell: true },
        )
      : start('code', args);
  console.log('\nVS Code opens on a copy of the examples. Closing its window, or Ctrl-C here, ends it.');
  const close = async () => {
    endEditor();
    await child.close();
    remove();
  };
  return { ended: child.ended, close };
}

/**
 * `code` only waits for the editor, which leads its own process group and stores its pid in the profile.
 *
 * @param {string} profile
 */
function endDesktop(profile) {
  const lock = join(profile, 'code.lock');
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : Number.NaN;
  if (!Number.isInteger(pid)) return;
  try {
    process.kill(pid);
  } catch (error) {
    // It has already ended: its window was closed.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
