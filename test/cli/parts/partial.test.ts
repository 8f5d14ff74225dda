import { expect, it } from 'vitest';
import { partialLine } from '../../../cli/parts/partial';

it('A line of a partial has no other line break, also none of Unicode', () => {
  const line = partialLine({ type: 'end', name: 'a\u2028b\u2029c\n' } as never);
  expect(line).toBe('{"type":"end","name":"a\\u2028b\\u2029c\\n"}\n');
  expect(JSON.parse(line)).toEqual({ type: 'end', name: 'a\u2028b\u2029c\n' });
});
