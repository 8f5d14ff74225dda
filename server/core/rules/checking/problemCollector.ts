import { type Problem, severities } from '../../schema/problem';
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

  add(problem: Problem): void {
    this.total++;
    if (problem.severity === 'hint') {
      this.tally ??= new HintTally();
      this.tally.add(problem);
      return;
    }
    this.some ??= {
      counts: [0, 0, 0, 0],
      starts: [],
      severeStarts: [],
      first: severities.map(() => new FirstProblems(this.limit)),
    };
    const { counts, starts, severeStarts, first } = this.some;
    const severity = severities.indexOf(problem.severity);
    counts[severity]!++;
    starts.push(problem.from);
    if (isSevere(problem)) severeStarts.push(problem.from);
    first[severity]!.add(problem);
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

/** Whether a problem is an error or a warning. */
export function isSevere({ severity }: Problem): boolean {
  return severity === 'error' || severity === 'warning';
}

/** The first problems in document order; they may be added in any order. */
export class FirstProblems {
  private problems: Problem[] = [];
  private isSorted = true;
  /** `sorted` is the length of the list after the last sort; `bound` is the start of its last entry then. */
  private sorted = 0;
  private bound = Number.POSITIVE_INFINITY;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(problem: Problem): void {
    this.problems.push(problem);
    this.isSorted = false;
    if (this.problems.length > 4 * this.limit + 1000) this.list();
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
    this.problems = this.problems.sort((a, b) => a.from - b.from || a.to - b.to).slice(0, this.limit);
    this.isSorted = true;
    this.sorted = this.problems.length;
    this.bound = this.problems[this.limit - 1]?.from ?? Number.POSITIVE_INFINITY;
    return this.problems;
  }
}
