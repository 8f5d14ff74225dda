// Writes the problems of each corpus file. Run it by hand, and review the changes.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const temporary = await mkdtemp(join(tmpdir(), 'corpus-'));
const outfile = join(temporary, 'listed.mjs');
await build({
  entryPoints: [join(folder, 'listed.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
});
const { listed } = await import(pathToFileURL(outfile).href);
await rm(join(folder, 'problems'), { recursive: true, force: true });
await mkdir(join(folder, 'problems'));
for (const name of await readdir(join(folder, 'files'))) {
  const text = await readFile(join(folder, 'files', name), 'utf8');
  await writeFile(join(folder, 'problems', `${name}.txt`), listed(name, text));
}
await rm(temporary, { recursive: true });
