import { resolve } from 'node:path';
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
