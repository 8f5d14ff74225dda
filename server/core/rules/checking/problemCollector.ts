import { type Problem, type ReportedProblem, severities } from '../../schema/problem';
import type { Range } from '../../text/range';
import { HintTally, noHints, type RepeatedHints } from './repeatedHints';

/** Numbers of problems in the order of `severities`. */
export type Counts = readonly [number, number, number, number];

/**
 * The problems of a part, added in any order: counts, and the first ones of each severity. Hints are kept apart,
 * because each is reported once.
 */
export class ProblemCollector {
  /** Hints included. */
  total = 0;
  private tally: HintTally | null = null;
  /** Allocated on the first problem other than a hint. Most parts have none. */
  private some: Some | null = null;
  private readonly limit: number;

  /** Keeps `limit` problems of each severity. */
  constructor(limit: number) {
    this.limit = limit;
  }

  add(reported: ReportedProblem): void {
    this.total++;
    if (reported.severity === 'hint') {
      this.tally ??= new HintTally();
      this.tally.add(problemOf(reported));
      return;
    }
    this.some ??= {
      counts: [0, 0, 0, 0],
      starts: [],
      severeStarts: [],
      first: severities.map(() => new FirstProblems(this.limit)),
    };
    const { counts, starts, severeStarts, first } = this.some;
    const severity = severities.indexOf(reported.severity);
    counts[severity]!++;
    starts.push(reported.from);
    if (isSevere(reported)) severeStarts.push(reported.from);
    if (!first[severity]!.areAllBefore(reported)) first[severity]!.add(problemOf(reported));
  }

  get counts(): Counts {
    return this.some?.counts ?? zero;
  }

  get hints(): RepeatedHints {
    return this.tally?.result() ?? noHints;
  }

  /** Start offsets of the problems. */
  get starts(): readonly number[] {
    return this.some?.starts ?? [];
  }

  /** Start offsets of errors and warnings. */
  get severeStarts(): readonly number[] {
    return this.some?.severeStarts ?? [];
  }

  /** Whether all are kept. */
  get isWhole(): boolean {
    return this.total <= this.limit || this.counts.every((count) => count <= this.limit);
  }

  /** The kept problems, by severity and in document order. */
  problems(): Problem[] {
    return this.some?.first.flatMap((problems) => problems.list()) ?? [];
  }
}

interface Some {
  readonly counts: [number, number, number, number];
  readonly starts: number[];
  readonly severeStarts: number[];
  readonly first: readonly FirstProblems[];
}

const zero: Counts = [0, 0, 0, 0];

function problemOf(reported: ReportedProblem): Problem {
  const { message } = reported;
  return typeof message === 'string' ? (reported as Problem) : { ...reported, message: message() };
}

/** Whether a problem is an error or a warning. */
export function isSevere({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity === 'error' || severity === 'warning';
}

/** The first problems in document order; they may be added in any order, and cost less in document order. */
export class FirstProblems {
  private problems: Problem[] = [];
  private isSorted = true;
  /** `sorted` is the length of the list when it was last in order; `bound` is the start of its last entry then. */
  private sorted = 0;
  private bound = Number.POSITIVE_INFINITY;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(problem: Problem): void {
    if (this.areAllBefore(problem)) return;
    const { problems, limit } = this;
    const last = problems[problems.length - 1];
    problems.push(problem);
    if (this.isSorted && (last === undefined || inDocumentOrder(last, problem) <= 0)) {
      this.sorted = problems.length;
      if (problems.length === limit) this.bound = problem.from;
      return;
    }
    this.isSorted = false;
    if (problems.length > 4 * limit + 1000) this.list();
  }

  /** Whether the limit is reached before a problem. May be false until the list is sorted. */
  areAllBefore(problem: Range): boolean {
    const { problems, limit } = this;
    if (limit === 0) return true;
    return this.isSorted && problems.length === limit && inDocumentOrder(problems[limit - 1]!, problem) <= 0;
  }

  /**
   * Whether the limit is reached before an offset. May be false right after additions, because sorting on every call
   * would take too long.
   */
  areBefore(offset: number): boolean {
    if (this.limit === 0) return true;
    if (this.problems.length < this.limit) return false;
    if (this.bound >= offset && this.problems.length - this.sorted > this.limit / 4) this.list();
    return this.bound < offset;
  }

  list(): Problem[] {
    if (this.isSorted) return this.problems;
    this.problems = this.problems.sort(inDocumentOrder).slice(0, this.limit);
    this.isSorted = true;
    this.sorted = this.problems.length;
    this.bound = this.problems[this.limit - 1]?.from ?? Number.POSITIVE_INFINITY;
    return this.problems;
  }
}

function inDocumentOrder(a: Range, b: Range): number {
  return a.from - b.from || a.to - b.to;
}
