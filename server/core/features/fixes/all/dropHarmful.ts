import type { Document } from '../../../document';
import { firstIndex } from '../../../firstIndex';
import type { Edit } from '../../../text/text';
import type { Work } from '../../../work';
import { parseAfterEdits } from '../../applyEdits';
import { syntaxErrorsInOrder } from '../../syntaxErrorList';
import { editsOf, type ProblemAtNode, type ProblemEdits } from '../fix';

/** The syntax errors of a document. */
interface SyntaxProblems {
  readonly problems: readonly ProblemAtNode[];
  /** Whether these are only the first of them. */
  readonly isCut: boolean;
}

/** Maximum number of rounds. If edits still introduce errors after the last one, there are no edits. */
const maxRounds = 6;
/** Each round drops this many times more neighbours of a harmful edit. */
const wideningFactor = 4;

/** Keeps the fixes of syntax errors that remove what they should and introduce no new errors. */
export function* dropHarmful(
  document: Document,
  syntaxProblems: SyntaxProblems,
  all: readonly ProblemEdits[],
): Work<readonly ProblemEdits[]> {
  let fixes = all;
  for (let round = 0; round < maxRounds && fixes.length > 0; round++) {
    const surprises = yield* surprisesAfter(document, syntaxProblems, fixes);
    if (surprises.length === 0) return fixes;
    const edits = editsOf(fixes);
    const starts = moved(
      fixes.map((fix) => fix.edits[0]!.from),
      edits,
    );
    const reach = wideningFactor ** round - 1;
    const isHarmful = new Uint8Array(fixes.length);
    let marked = 0;
    for (const offset of surprises) {
      const index = nearest(starts, offset);
      for (marked = Math.max(marked, index - reach); marked <= index + reach; marked++) isHarmful[marked] = 1;
      yield;
    }
    fixes = fixes.filter((_, i) => isHarmful[i] === 0);
  }
  return [];
}

/** Offsets, after the edits, of syntax errors that the edits introduced or failed to fix. */
function* surprisesAfter(
  document: Document,
  { problems, isCut }: SyntaxProblems,
  fixes: readonly ProblemEdits[],
): Work<number[]> {
  const edits = editsOf(fixes);
  const fixed = new Set(fixes.map(({ problem }) => problem));
  const left = problems.filter(({ problem }) => !fixed.has(problem)).map(({ problem }) => problem.from);
  const expected = new Set(moved(left, edits));
  const [end] = isCut
    ? moved([problems[problems.length - 1]!.problem.from], edits)
    : [Number.POSITIVE_INFINITY];
  const surprises: number[] = [];
  const { tree } = yield* parseAfterEdits(document, edits);
  for (const { from } of syntaxErrorsInOrder(tree)) {
    if (from > end!) break;
    if (!expected.has(from)) surprises.push(from);
    yield;
  }
  return surprises;
}

/** Maps sorted offsets through ordered edits. */
function moved(offsets: readonly number[], edits: readonly Edit[]): number[] {
  let by = 0;
  let next = 0;
  return offsets.map((offset) => {
    for (; next < edits.length && edits[next]!.to <= offset; next++) {
      const { from, to, insert } = edits[next]!;
      by += insert.length - (to - from);
    }
    return offset + by;
  });
}

/** Index of the number nearest to `wanted` in a sorted list. */
function nearest(sorted: readonly number[], wanted: number): number {
  const next = firstIndex(sorted.length, (i) => sorted[i]! > wanted);
  const last = Math.max(0, next - 1);
  return next < sorted.length && Math.abs(sorted[next]! - wanted) < Math.abs(sorted[last]! - wanted)
    ? next
    : last;
}
