import { type Document, listingOf } from '../../document';
import { collectProblems } from '../../rules/checking/problemList';
import { type Problem, type Severity, severities } from '../../schema/problem';
import type { Range } from '../../text/range';
import type { Work } from '../../work';
import type { Value } from '../reading/values';

/** A problem of a trajectory; its range is in the document. */
export interface FoundProblem extends Range {
  readonly severity: Severity;
  readonly message: string;
}

/** Maximum problems per severity. */
const maxProblems = 1000;

/**
 * Problems that begin in a trajectory and in a range of the document (inclusive), in document order. `hints` are all of
 * the trajectory.
 */
export function* problemsBetween(
  document: Document,
  { trajectory, hints }: { readonly trajectory: Value; readonly hints: readonly Problem[] },
  { from, to }: Range,
): Work<FoundProblem[]> {
  const { text, tree, whole, engine, repeatedHints } = document;
  const about = listingOf(engine, text, document);
  const range = { from: Math.max(from, trajectory.from), to: Math.min(to, trajectory.to - 1) };
  const within = { part: trajectory.part, ...range };
  const found: FoundProblem[] = [...whole, ...(repeatedHints ?? []), ...hints].filter(
    (problem) => problem.from >= range.from && problem.from <= range.to,
  );
  for (const severity of severities)
    if (severity !== 'hint' || repeatedHints === undefined)
      found.push(...(yield* collectProblems(tree.root, about, { severity, limit: maxProblems, within })));
  return found
    .map(({ from: start, to: end, severity, message }) => ({ from: start, to: end, severity, message }))
    .sort((a, b) => a.from - b.from);
}
