import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Installs what is measured beside ours. It has a lockfile of its own: a plain build does not download it. */
export function installPeers() {
  const packages = ['vscode-langservers-extracted', '@duckdb/node-api'];
  if (packages.every((name) => existsSync(`${folder}node_modules/${name}`))) return;
  console.error('installing the peers');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The peers could not be installed.');
}
