import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { version } from '../../package.json';

export const run = promisify(execFile);
export const root = resolve(import.meta.dirname, '../..');

/** The npm package of a copy of the project, and its installation. */
export interface Installed {
  readonly tarball: string;
  /** A copy of the project, where the package was built. */
  readonly clone: string;
  /** The folder that holds `node_modules`. */
  readonly folder: string;
  /** The folder of the programs. */
  readonly bin: string;
}

/** Where an earlier build has left a bundle that there is no longer. */
export const earlier = 'dist/cli/earlier.js';

/**
 * Packs the project as from a clone that an earlier version was built in, and installs it in an empty folder, without a
 * registry.
 */
export async function installPackage(scratch: string): Promise<Installed> {
  const [clone, folder] = [join(scratch, 'clone'), join(scratch, 'empty')];
  copyProject(clone);
  mkdirSync(join(clone, 'dist/cli'), { recursive: true });
  writeFileSync(join(clone, earlier), '');
  await run('npm', ['pack', '--pack-destination', scratch], { cwd: clone });
  const tarball = join(scratch, `trajectory-tools-${version}.tgz`);
  mkdirSync(folder);
  await run('npm', ['install', '--offline', tarball], { cwd: folder });
  return { tarball, clone, folder, bin: join(folder, 'node_modules/.bin') };
}

/** Copies everything but build output and `node_modules`, which is linked. */
function copyProject(clone: string): void {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
  const patterns = ['.git', ...ignored].map((pattern) => new RegExp(`^${pattern.replace('*', '.*')}$`));
  const isOwn = (name: string) => !patterns.some((one) => one.test(name) || one.test(`${name}/`));
  mkdirSync(clone);
  for (const name of readdirSync(root).filter(isOwn))
    cpSync(join(root, name), join(clone, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
}
