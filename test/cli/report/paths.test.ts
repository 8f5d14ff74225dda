import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { slashedIn, uriIn } from '../../../cli/report/paths';

it('A path in a folder is relative to it, also if its name begins with dots', () => {
  const folder = resolve('/work');
  const within = resolve(folder, '..data', 'a b.jsonl');
  expect([slashedIn(folder, within), uriIn(folder, within)]).toEqual([
    '..data/a b.jsonl',
    '..data/a%20b.jsonl',
  ]);
  const outside = resolve('/other/a.jsonl');
  expect([slashedIn(folder, outside), uriIn(folder, outside)]).toEqual([
    outside,
    expect.stringContaining('file:'),
  ]);
});

it('A path in a folder is relative to it, also if only one of them is named by a link', () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'trajectory-paths-')));
  const [real, link] = [join(top, 'real'), join(top, 'link')];
  mkdirSync(real);
  symlinkSync(real, link, 'junction');
  const paths = [real, link].map((folder) => join(folder, 'a b.jsonl'));
  expect(paths.map((path) => [slashedIn(link, path), uriIn(link, path)])).toEqual([
    ['a b.jsonl', 'a%20b.jsonl'],
    ['a b.jsonl', 'a%20b.jsonl'],
  ]);
  rmSync(top, { recursive: true });
});
