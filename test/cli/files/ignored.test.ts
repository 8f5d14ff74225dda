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
