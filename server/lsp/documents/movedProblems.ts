import type { Problem } from '../../core/schema/problem';
import type { Change } from '../../core/syntax/tree/reuse';

/**
 * Problems of a text, moved along with its changes, which are sorted and disjoint. A range stretches with a change
 * inside of it; problems whose text is removed are left out.
 */
export function moveProblems(problems: readonly Problem[], changes: readonly Change[]): readonly Problem[] {
  if (changes.length === 0) return problems;
  return problems.flatMap((problem) => {
    const from = movedStart(problem.from, changes);
    const to = movedEnd(problem.to, changes);
    return from < to ? [{ ...problem, from, to }] : [];
  });
}

function movedStart(at: number, changes: readonly Change[]): number {
  const last = changes.findLast(({ oldFrom }) => oldFrom <= at);
  if (last === undefined) return at;
  return last.oldTo <= at ? at + last.newTo - last.oldTo : last.newFrom;
}

function movedEnd(at: number, changes: readonly Change[]): number {
  const last = changes.findLast(({ oldFrom }) => oldFrom < at);
  if (last === undefined) return at;
  return last.oldTo <= at ? at + last.newTo - last.oldTo : last.newTo;
}
