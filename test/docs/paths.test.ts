import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['server', 'client', 'send', 'viewer', 'cli', 'test', 'docs', 'scripts', 'schemas', 'bench'];
const names = new Set(
  ['.', ...folders].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.' }).map((path) => basename(String(path))),
  ),
);

it.each(['ARCHITECTURE.md', 'docs/internals.md'])('%s names only files that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const code = [...text.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);
  const paths = code.filter((name) => folders.includes(name.split('/')[0]!) && name.includes('/'));
  const files = code.filter((name) => /^\w+\.(?:ts|mts|mjs|cjs)$/.test(name));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(files.filter((name) => !names.has(name))).toEqual([]);
});
