import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FirstProblems, ProblemCollector } from '../../../../../server/core/rules/checking/problemCollector';
import type { Problem } from '../../../../../server/core/schema/problem';
import { inputs } from '../../../../budget';

function problemAt(from: number): Problem {
  return { code: 'wrong-type', severity: 'error', from, to: from + 1, message: '' };
}

it('The first problems are those that begin first, even with reads between additions', () => {
  const property = fc.property(fc.array(fc.nat(99)), fc.nat(9), fc.nat(99), (starts, limit, offset) => {
    const found = new FirstProblems(limit);
    for (const [i, from] of starts.entries()) {
      found.add(problemAt(from));
      const before = starts.slice(0, i + 1).filter((start) => start < offset);
      if (found.areBefore(offset)) expect(before.length).toBeGreaterThanOrEqual(limit);
    }
    const expected = [...starts].sort((a, b) => a - b).slice(0, limit);
    expect(found.list().map(({ from }) => from)).toEqual(expected);
  });
  fc.assert(property, inputs(200));
});

it('Very many problems are sorted rarely, even if each addition is followed by a read', () => {
  let looks = 0;
  const counted = (from: number): Problem => ({
    ...problemAt(from),
    get from() {
      looks++;
      return from;
    },
  });
  const count = 20_000;
  const found = new FirstProblems(10_000);
  for (let i = 0; i < count; i++) {
    found.add(counted(2 * (count - i)));
    found.areBefore(1);
  }
  expect(found.list()).toHaveLength(10_000);
  expect(looks).toBeLessThan(100 * count);
});

it('Only problems that are kept get a message', () => {
  let messages = 0;
  const message = (): string => `${++messages}`;
  const found = new ProblemCollector(10);
  for (let from = 0; from < 1000; from++) found.add({ ...problemAt(from), message });
  expect(found.counts).toEqual([1000, 0, 0, 0]);
  expect(found.problems().map((problem) => problem.message)).toEqual(
    Array.from({ length: 10 }, (_, i) => `${i + 1}`),
  );
  expect(messages).toBe(10);
});
