// Prints how many errors and warnings in the files of folders have a fix that removes them without making another:
// node test/mistakes/fixable.mjs FOLDER …
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const temporary = await mkdtemp(join(tmpdir(), 'fixable-'));
const outfile = join(temporary, 'fixable.mjs');
await build({
  entryPoints: [join(import.meta.dirname, 'fixable.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { fixableIn } = await import(pathToFileURL(outfile).href);
await rm(temporary, { recursive: true });

/** By severity, code and message. */
const kinds = new Map();
for (const folder of process.argv.slice(2)) {
  for (const path of await readdir(folder, { recursive: true })) {
    const file = join(folder, path);
    if (!(await stat(file)).isFile()) continue;
    for (const found of fixableIn(basename(file), await readFile(file, 'utf8'))) {
      const key = `${found.severity} ${found.code} ${found.message}`;
      const sum = kinds.get(key) ?? { ...found, count: 0, fixed: 0, files: 0 };
      kinds.set(key, sum);
      sum.files++;
      sum.count += found.count;
      // Those that were not tried are like those that were.
      sum.fixed += (found.count * found.fixed) / found.tried;
      sum.example ??= found.example;
    }
  }
}

const rows = [...kinds.values()].sort((a, b) => b.count - b.fixed - (a.count - a.fixed));
for (const { severity, code, message, count, fixed, files, example } of rows) {
  console.log(`${share(fixed, count)} of ${count} in ${files} files: ${severity} ${code}: ${message}`);
  if (example !== null) console.log(`    ${example.replace(/\s+/g, ' ')}`);
}
for (const [name, chosen] of [
  ['errors', rows.filter(({ severity }) => severity === 'error')],
  ['errors and warnings', rows],
]) {
  const sum = (of) => chosen.reduce((all, row) => all + of(row), 0);
  const count = sum((row) => row.count);
  console.log(
    `${name}: ${share(
      sum((row) => row.fixed),
      count,
    )} of ${count} are fixed.`,
  );
}

function share(part, whole) {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
