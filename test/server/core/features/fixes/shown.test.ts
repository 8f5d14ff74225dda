import { expect, it } from 'vitest';
import { shown } from '../../../../../server/core/features/fixes/fix';

it.each([
  ['null', 'null'],
  ['{\n    "a": 1\n}', '{\\n "a": 1\\n}'],
  ['a\u2028b\tc\u202ed', 'a\\u2028b\\tc\\u202ed'],
  ['x'.repeat(41), `${'x'.repeat(39)}…`],
  [`${'x'.repeat(38)}😀😀`, `${'x'.repeat(38)}…`],
])(
  'A title shows %j on one short line, with line breaks and invisible characters as escapes',
  (text, line) => {
    expect(shown(text)).toBe(line);
  },
);
