/**
 * Bundles everything that is shipped or run: `node esbuild.mjs [--production] [--watch] [--only NAME] [--quiet]`.
 * A full build also writes the notices of the packages in shipped bundles.
 * Generated code is written first: from the schemas, the only source of the interface's names in the bundles,
 * and the kernels of the engine, which are compiled to WebAssembly.
 */
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';
import { generate } from './schemas/generate.mjs';
import { noticesOf } from './scripts/notices.mjs';
import { buildKernels } from './server/core/kernels.mjs';

const inEditor = { external: ['vscode'] };
// The test runner as one file that runs in Node and in a web worker.
const browserMocha = { alias: { mocha: 'mocha/mocha.mjs' }, define: { exports: 'undefined' } };

// markdown-it always creates one; the view never uses it.
const noLinkify = { alias: { 'linkify-it': './viewer/conversation/noLinkify.ts' } };

// The manifest names the client's bundles without `.js`, because npm always packs the files that `main` and `browser`
// name. VS Code adds the extension, but only to names without a dot.
/** One row per bundle: name, entry point, result, and how it differs from the common options. */
const bundles = [
  ['client', 'client/main.node.ts', 'dist/client/node.js', { platform: 'node', ...inEditor }],
  ['client-web', 'client/main.web.ts', 'dist/client/web.js', { platform: 'browser', ...inEditor }],
  [
    'server-web',
    'server/main.worker.ts',
    'dist/server/main.worker.js',
    { platform: 'browser', format: 'iife' },
  ],
  // Everything that runs in Node outside of the editor: the command line, the language server, the local service.
  // A package asks where its module is, to import another one; this bundle is CommonJS, where that is another name.
  [
    'cli',
    'cli/main.ts',
    'dist/cli/trajectory.js',
    { platform: 'node', define: { 'import.meta.url': '__filename' } },
  ],
  // Its style sheet and icon font are written beside it.
  [
    'viewer',
    'viewer/main.ts',
    'dist/viewer/main.js',
    { platform: 'browser', format: 'iife', loader: { '.ttf': 'file' }, assetNames: '[name]', ...noLinkify },
  ],
  ['e2e', 'test/e2e/index.ts', 'dist/test/e2e.js', { platform: 'browser', ...inEditor, ...browserMocha }],
];

/** `bin` of the manifest names it; its entry point begins with `#!`. */
const executables = ['cli'];
const notShipped = ['e2e'];
const notices = 'dist/THIRD-PARTY-NOTICES.txt';

const { values: options } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    quiet: { type: 'boolean', default: false },
  },
});

const note = (text) => {
  if (!options.quiet) console.log(text);
};

const unknown = options.only.filter((name) => !bundles.some(([known]) => known === name));
if (unknown.length > 0) {
  console.error(
    `No such bundle: ${unknown.join(', ')}. There are: ${bundles.map(([name]) => name).join(', ')}.`,
  );
  process.exit(2);
}

await generate();
await buildKernels();
const chosen = bundles.filter(([name]) => options.only.length === 0 || options.only.includes(name));
try {
  const built = await Promise.all(chosen.map(bundle));
  if (!options.watch && chosen.length === bundles.length) {
    await writeFile(notices, `${noticesOf(built.filter(({ name }) => !notShipped.includes(name)))}\n`);
    note(`wrote ${notices}`);
    await removeOthers([notices, ...built.flatMap(({ outputs }) => outputs)]);
  }
} catch (error) {
  // A failed build has already printed its errors.
  if (!('errors' in error)) throw error;
  process.exitCode = 1;
}

/** Bundles one row of the table once, or with `--watch` until the process ends; returns what it read and wrote. */
async function bundle([name, entry, outfile, rest]) {
  const settings = {
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'cjs',
    target: rest.platform === 'node' ? ['node20'] : ['es2023'],
    minify: options.production,
    sourcemap: options.production ? false : 'linked',
    legalComments: 'none',
    // The protocol libraries' `main` is UMD, whose computed `require` cannot be bundled.
    mainFields: rest.platform === 'node' ? ['module', 'main'] : ['browser', 'module', 'main'],
    logLevel: options.quiet ? 'error' : 'warning',
    ...rest,
  };
  if (options.watch) {
    const watched = await context({ ...settings, logLevel: 'info' });
    await watched.watch();
    return { name, file: outfile, inputs: [], outputs: [] };
  }
  const { metafile } = await build({ ...settings, metafile: true });
  if (executables.includes(name)) await chmod(outfile, 0o755);
  note(`built ${name}: ${outfile}`);
  return {
    name,
    file: outfile,
    inputs: Object.keys(metafile.inputs),
    outputs: Object.keys(metafile.outputs),
  };
}

/**
 * Removes what an earlier build wrote under other names, which would be shipped, too. At the end, so that a running
 * extension finds its files during a build.
 */
async function removeOthers(written) {
  for (const name of await readdir('dist', { recursive: true })) {
    const path = join('dist', name.replaceAll('\\', '/'));
    const isKept = written.some((file) => file === path || file.startsWith(`${path}/`));
    if (!isKept) await rm(path, { recursive: true, force: true });
  }
}
