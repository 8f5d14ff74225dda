import { type BranchInContext, findProblemsIn, problemsOfPart } from '../rules/checking/partProblems';
import { type Counts, FirstProblems } from '../rules/checking/problemCollector';
import { collectProblemsIn } from '../rules/checking/problemList';
import { HintTally, listedHints, noHints, type RepeatedHints } from '../rules/checking/repeatedHints';
import type { RuleSet } from '../rules/checking/ruleSet';
import { type Severity, severities } from '../schema/problem';
import type { Schema } from '../schema/schema';
import { runToEnd } from '../work';
import { type PlacedProblem, placed } from './placed';
import { offsetIn, type Window } from './slidingText';

/** What was found in a piece of a text. */
export interface Found {
  /** Without hints. */
  readonly counts: Counts;
  /** The first ones by severity, without hints. */
  readonly first: readonly (readonly PlacedProblem[])[];
  readonly hints: RepeatedHints;
}

/**
 * Checks the parts of a branch, which begin at an offset of the window, and lists the problems that one of the sums has
 * room for.
 */
export function problemsIn(
  top: BranchInContext,
  {
    ruleSet,
    window,
    from,
    sums,
  }: {
    readonly ruleSet: RuleSet;
    readonly window: Window;
    readonly from: number;
    readonly sums: readonly ProblemSum[];
  },
): Found {
  const about = { text: window.text, ruleSet };
  runToEnd(findProblemsIn(top, about));
  const { counts, hints } = problemsOfPart(top.branch);
  const start = offsetIn(window, from);
  const first = listedSeverities.map((severity, i) => {
    if (counts[i] === 0 || sums.every((sum) => sum.isFull(i, start))) return [];
    const limit = Math.max(...sums.map((sum) => sum.limit));
    return runToEnd(collectProblemsIn(top, about, { severity, limit })).map((one) => placed(one, window));
  });
  const list = hints.list.map(({ first, count }) => ({ first: placed(first, window), count }));
  return { counts, first, hints: { list, isCut: hints.isCut } };
}

const listedSeverities = ['error', 'warning', 'information'] as const;

/** Problems of the pieces of a text under one schema: the first ones of each severity, and the number of all. */
export class ProblemSum {
  /** The schema of the container of the root's values. */
  readonly container: Schema;
  private readonly counts: [number, number, number] = [0, 0, 0];
  private readonly first: readonly FirstProblems[];
  private hints: RepeatedHints = noHints;
  /** Number of problems of each severity that are kept. */
  readonly limit: number;

  /** `full` says of which severities no problems are to be kept, because those before the text are enough. */
  constructor(container: Schema, limit: number, full: readonly boolean[] = []) {
    this.container = container;
    this.limit = limit;
    this.first = listedSeverities.map((_, i) => new FirstProblems(full[i] === true ? 0 : limit));
  }

  /** Whether all problems of a severity that are kept are before an offset of the text. */
  isFull(severity: number, offset: number): boolean {
    return this.first[severity]!.areBefore(offset);
  }

  /** By severity: whether all problems that are kept are before an offset of the text. */
  fullBefore(offset: number): boolean[] {
    return listedSeverities.map((_, i) => this.isFull(i, offset));
  }

  add(found: Found): void {
    for (const [i, first] of this.first.entries()) {
      this.counts[i]! += found.counts[i]!;
      for (const problem of found.first[i]!) first.add(problem);
    }
    if (found.hints.list.length === 0 && !found.hints.isCut) return;
    const tally = new HintTally();
    tally.addAll(this.hints, 0);
    tally.addAll(found.hints, 0);
    this.hints = tally.result();
  }

  /** The sum as what was found in one piece. */
  get found(): Found {
    const first = this.first.map((problems) => problems.list() as PlacedProblem[]);
    return { counts: [...this.counts, 0], first, hints: this.hints };
  }

  /** Numbers of problems by severity; hints as they are listed. */
  get total(): Counts {
    return [...this.counts, this.listedHints().length];
  }

  /** The first problems of a severity, in document order. */
  list(severity: Severity): readonly PlacedProblem[] {
    if (severity === 'hint') return this.listedHints();
    return this.first[severities.indexOf(severity)]!.list() as PlacedProblem[];
  }

  private listedHints(): PlacedProblem[] {
    return listedHints(this.hints).map((hint) => ({ ...atStart, ...hint }));
  }
}

/** The position of a problem of the whole text. */
export const atStart = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 0 },
  excerpt: { text: '', character: 0, isCutAfter: false },
};
