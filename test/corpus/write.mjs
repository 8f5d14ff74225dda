// Writes the problems of each corpus file. Run it by hand, and review the changes.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const temporary = await mkdtemp(join(tmpdir(), 'corpus-'));
await build({
  entryPoints: [join(folder, 'listed.ts'), join(folder, 'files.ts')],
  outdir: temporary,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { listed } = await import(pathToFileURL(join(temporary, 'listed.mjs')).href);
const { corpusFiles } = await import(pathToFileURL(join(temporary, 'files.mjs')).href);
await rm(join(folder, 'problems'), { recursive: true, force: true });
for (const file of corpusFiles(folder)) {
  const text = await readFile(join(folder, file), 'utf8');
  const list = join(folder, 'problems', `${file}.txt`);
  await mkdir(dirname(list), { recursive: true });
  await writeFile(list, listed(basename(file), text));
}
await rm(temporary, { recursive: true });
