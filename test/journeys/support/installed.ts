import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installExtension } from '../../vscode/launch.mjs';
import { temporaryFolder } from '../../vscode/processes.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of extensions with the package installed. */
    readonly installed: string;
  }
}

const vsix = resolve(import.meta.dirname, '../../../trajectory-tools.vsix');

/** Installs the package, once for all journeys. Returns how to remove it. */
export default async function installPackage(project: TestProject): Promise<() => void> {
  const { path, remove } = await temporaryFolder('trajectory-installed-');
  const folder = join(path, 'extensions');
  await installExtension(vsix, folder);
  project.provide('installed', folder);
  return remove;
}
