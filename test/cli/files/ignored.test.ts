import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { Ignored } from '../../../cli/files/ignored';

it('A repository may be the root of a drive', () => {
  const root = resolve('/');
  const rules = join(root, '.gitignore');
  const ignored = new Ignored((path) => (path === rules ? 'old\n' : null));
  expect(ignored.topFor(root)).toBe(root);
  expect(['old', 'new'].map((name) => ignored.has(join(root, name), root))).toEqual([true, false]);
});

it('A file in a folder re-includes a folder in it that a file above leaves out, as git does', () => {
  const root = resolve('/');
  const texts = new Map([
    [join(root, '.gitignore'), 'runs/\n*.bak\n'],
    [join(root, 'examples/.gitignore'), '!runs/\n'],
  ]);
  const ignored = new Ignored((path) => texts.get(path) ?? null);
  const leavesOut = (...paths: string[]) => paths.map((path) => ignored.leavesOut(join(root, path)));
  expect(leavesOut('runs/a.json', 'runs/1/a.json', 'other/runs/a.json')).toEqual([true, true, true]);
  expect(leavesOut('examples/runs/a.json', 'examples/runs/1/a.json')).toEqual([false, false]);
  expect(leavesOut('examples/runs/a.bak', 'examples/runs/1/runs/a.json')).toEqual([true, false]);
  const folders = ['runs', 'runs/1', 'examples/runs', 'examples/runs/1'].map((path) => join(root, path));
  expect(folders.map((path) => ignored.topFor(path) === path)).toEqual([true, true, false, false]);
});
