/**
 * Runs the in-host suite with `@vscode/test-electron`:
 * `node test/vscode/run-suite.mjs [--web] [--desktop]`. `--web` starts the extension in a web worker;
 * `--desktop` downloads a VS Code instead of using the server from npm.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { installServer } from './install.mjs';
import { temporaryFolder } from './processes.mjs';

const { values: options } = parseArgs({
  options: { web: { type: 'boolean', default: false }, desktop: { type: 'boolean', default: false } },
});
const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = await temporaryFolder('trajectory-suite-');
try {
  if (!options.desktop) await installServer();
  await runTests({
    ...(options.desktop ? {} : { vscodeExecutablePath: join(root, 'test/vscode/code.mjs') }),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(root, 'dist/test/e2e.js'),
    launchArgs: [folder.path, ...(options.web ? ['--extensionDevelopmentKind=web'] : [])],
  });
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  folder.remove();
}
