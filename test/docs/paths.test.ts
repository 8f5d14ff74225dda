import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['server', 'client', 'send', 'viewer', 'cli', 'test', 'docs', 'scripts', 'schemas', 'bench'];
/** All files and folders, each with a slash before and behind it. */
const all = ['.', ...folders]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.' }).map((path) =>
      join('/', folder, String(path)),
    ),
  )
  .map((path) => `${path.replaceAll('\\', '/')}/`);
const names = new Set(all.map((path) => basename(path)));
/** Messages of a protocol, and what only a build makes. */
const elsewhere = /^(textDocument|trajectory|generated)\//;

/** Whether a path is there, from the root or as the end of a longer one: `checking/check.ts`, `.../items/marks.ts`. */
function exists(path: string): boolean {
  const end = `/${path.replace(/^\.{3}\/|\/$/g, '')}/`;
  return all.some((one) => (folders.includes(path.split('/')[0]!) ? one === end : one.endsWith(end)));
}

it.each(['ARCHITECTURE.md', 'docs/internals.md'])('%s names only files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const code = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);
  const paths = code.filter((name) => name.includes('/') && !elsewhere.test(name));
  const files = code.filter((name) => /^\w+\.(?:ts|mts|mjs|cjs)$/.test(name));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !exists(path))).toEqual([]);
  expect(files.filter((name) => !names.has(name))).toEqual([]);
});
