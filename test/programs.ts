import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the programs below. */
    readonly programs: string;
  }
}

const root = resolve(import.meta.dirname, '..');
const forNode: BuildOptions = { platform: 'node', format: 'cjs', mainFields: ['module', 'main'] };
const forPage: BuildOptions = {
  format: 'iife',
  minify: true,
  loader: { '.ttf': 'file' },
  assetNames: '[name]',
};

/** Result, entry point, options. */
const programs: readonly (readonly [string, string, BuildOptions])[] = [
  ['dist/cli/trajectory.js', 'cli/main.ts', { ...forNode, define: { 'import.meta.url': '__filename' } }],
  ['sending.cjs', 'test/faults/sendingProcess.ts', forNode],
  ['view/main.js', 'viewer/main.ts', forPage],
];

/** Builds the programs that tests start or show, once for all test files. Returns how to remove them. */
export default async function buildPrograms(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'trajectory-programs-'));
  await Promise.all(
    programs.map(([file, entry, options]) =>
      build({
        ...options,
        entryPoints: [join(root, entry)],
        outfile: join(folder, file),
        bundle: true,
        logLevel: 'error',
      }),
    ),
  );
  // The programs with names of their own; the page to which problems are linked.
  for (const path of ['bin', 'docs/problems.md'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  project.provide('programs', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
