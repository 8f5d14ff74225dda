import { type Document, problemsOf } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import type { Edit } from '../../text/text';
import type { Repair } from './fix';
import { fixesFor, proposalsFor } from './fixes';
import { membersToRemove } from './fixMembers';
import { removalsOf } from './removals';
import { sureRepairs } from './sureRepairs';
import { applied } from './verified';

/** Problems that are repaired at once; what is left is repaired the next time. */
const mostAtOnce = 10_000;
/** Problems of all codes among which those are looked for. */
const mostListed = 100_000;
/** So many problems are few enough to try each repair by itself. */
const mostTried = 100;
/** Times that fixes which do harm are left out, before all are. */
const rounds = 4;

/**
 * Edits that repair, at once, all problems of a code that have one obvious repair which leaves nothing to
 * fill in. They do not overlap; a repair that would touch another's text is left for the next time. With
 * `isAsked` false, as on save, nothing of the syntax is guessed at.
 */
export function fixAllOfCode(document: Document, code: Code, isAsked = true): Edit[] {
  const problems = problemsOfCode(document, code).slice(0, mostAtOnce);
  if (code === 'duplicate-key' || code === 'null-value') {
    return removalsOf(document, membersToRemove(document, problems));
  }
  const fixesOf = problems.length <= mostTried ? fixesFor : proposalsFor;
  const fixes = withoutOverlap(problems.map((problem) => obviousFix(document, problem, fixesOf)));
  // A token in the place of another does no harm; what separates tokens and holds them together could.
  if (code !== 'syntax') return editsOf(fixes);
  return editsOf(harmless(document, problems, sureRepairs(document, problems, { repairs: fixes, isAsked })));
}

/** Whether there are more problems of a code than are repaired at once. */
export function areTooMany(document: Document, code: Code): boolean {
  const total = document.counts.reduce((sum, count) => sum + count, 0);
  if (total <= mostAtOnce) return false;
  return total > mostListed || problemsOfCode(document, code).length > mostAtOnce;
}

function problemsOfCode(document: Document, code: Code): Problem[] {
  return problemsOf(document, mostListed).filter((problem) => problem.code === code);
}

function obviousFix(document: Document, problem: Problem, fixesOf: typeof fixesFor): Repair | null {
  const fix = fixesOf(document, problem, { recentModelIds: [] }).find(({ isPreferred }) => isPreferred);
  if (fix === undefined || fix.cursor !== undefined) return null;
  return { problem, edits: [...fix.edits].sort(byPlace) };
}

/** Those repairs after which no mistake is left that should be gone, and none is new. */
function harmless(
  document: Document,
  problems: readonly Problem[],
  all: readonly Repair[],
): readonly Repair[] {
  let repairs = all;
  for (let round = 0; round < rounds && repairs.length > 0; round++) {
    const surprises = surprisesAfter(document, problems, repairs);
    if (surprises.length === 0) return repairs;
    const starts = moved(
      repairs.map(({ edits }) => edits[0]!.from),
      editsOf(repairs),
    );
    const harmful = new Set(surprises.map((offset) => nearest(starts, offset)));
    repairs = repairs.filter((_, i) => !harmful.has(i));
  }
  return [];
}

/** Where mistakes stand, in the text after repairs, that do not stand there because they were left alone. */
function surprisesAfter(
  document: Document,
  problems: readonly Problem[],
  repairs: readonly Repair[],
): number[] {
  const edits = editsOf(repairs);
  const repaired = new Set(repairs.map(({ problem }) => problem));
  const left = problems.filter((problem) => !repaired.has(problem)).map(({ from }) => from);
  const expected = new Set(moved(left, edits));
  // Of very many problems not all are listed: then what is behind the last one is not known.
  const isCut = problems.length >= mostAtOnce;
  const [end] = isCut ? moved([problems[problems.length - 1]!.from], edits) : [Number.POSITIVE_INFINITY];
  return problemsOf(applied(document, edits), mostListed)
    .filter(({ code, from }) => code === 'syntax' && from <= end! && !expected.has(from))
    .map(({ from }) => from);
}

/** Where offsets, in order, are after edits, in order. */
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

/** Index of the number, of a sorted list, that is nearest to a number. */
function nearest(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  const next = sorted[low + 1];
  return next !== undefined && Math.abs(next - wanted) < Math.abs(sorted[low]! - wanted) ? low + 1 : low;
}

/** The edits of repairs, in order. */
function editsOf(repairs: readonly Repair[]): Edit[] {
  return repairs.flatMap(({ edits }) => edits).sort(byPlace);
}

/** Without those repairs of which an edit meets one of an earlier repair. */
function withoutOverlap(repairs: readonly (Repair | null)[]): Repair[] {
  const taken: Repair[] = [];
  let near: Edit[] = [];
  const inOrder = repairs
    .filter((repair) => repair !== null)
    .sort((a, b) => byPlace(a.edits[0]!, b.edits[0]!));
  for (const repair of inOrder) {
    near = near.filter(({ to }) => to >= repair.edits[0]!.from);
    if (repair.edits.some((edit) => near.some((other) => meets(edit, other)))) continue;
    taken.push(repair);
    near.push(...repair.edits);
  }
  return taken;
}

/** Replacements may stand side by side; what is inserted needs its place for itself. */
function meets(a: Edit, b: Edit): boolean {
  const isInsertion = a.from === a.to || b.from === b.to;
  return isInsertion ? a.from <= b.to && b.from <= a.to : a.from < b.to && b.from < a.to;
}

function byPlace(a: Edit, b: Edit): number {
  return a.from - b.from || a.to - b.to;
}
