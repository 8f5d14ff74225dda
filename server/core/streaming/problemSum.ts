import { findProblems, problemsOfPart } from '../rules/checking/partProblems';
import type { Counts } from '../rules/checking/problemCollector';
import { collectProblems, type ListOptions } from '../rules/checking/problemList';
import { HintTally, listedHints, noHints, type RepeatedHints } from '../rules/checking/repeatedHints';
import { type Severity, severities } from '../schema/problem';
import type { Schema } from '../schema/schema';
import type { Branch } from '../syntax/tree/tree';
import { runToEnd } from '../work';
import { type PlacedProblem, placed } from './placed';
import type { Window } from './slidingText';

/** Problems of consecutive pieces of a text under one schema: the first ones of each severity, and the number of all. */
export class ProblemSum {
  /** The schema of the container of the root's values. */
  readonly container: Schema;
  /** Without hints. */
  private readonly counts: [number, number, number] = [0, 0, 0];
  private readonly first: readonly [PlacedProblem[], PlacedProblem[], PlacedProblem[]] = [[], [], []];
  private hints: RepeatedHints = noHints;
  private readonly limit: number;

  /** Keeps `limit` problems of each severity. */
  constructor(container: Schema, limit: number) {
    this.container = container;
    this.limit = limit;
  }

  /** Checks the next piece; its parts keep what was found. */
  add(root: Branch, options: Omit<ListOptions, 'container'>, window: Window): void {
    const listing = { ...options, container: this.container };
    runToEnd(findProblems(root, listing));
    const { counts, hints } = problemsOfPart(root);
    for (const [i, first] of this.first.entries()) {
      const count = counts[i]!;
      this.counts[i]! += count;
      const room = this.limit - first.length;
      if (count === 0 || room === 0) continue;
      const found = runToEnd(
        collectProblems(root, listing, { severity: severities[i]!, limit: Math.min(room, count) }),
      );
      for (const problem of found) first.push(placed(problem, window));
    }
    this.addHints(hints, window);
  }

  private addHints(hints: RepeatedHints, window: Window): void {
    if (hints === noHints) return;
    const tally = new HintTally();
    tally.addAll(this.hints, 0);
    for (const { first, count } of hints.list) tally.add(placed(first, window), 0, count);
    tally.addAll({ list: [], isCut: hints.isCut }, 0);
    this.hints = tally.result();
  }

  /** Numbers of problems by severity; hints as they are listed. */
  get total(): Counts {
    return [...this.counts, this.listedHints().length];
  }

  /** The first problems of a severity, in document order. */
  list(severity: Severity): readonly PlacedProblem[] {
    return severity === 'hint' ? this.listedHints() : this.first[severities.indexOf(severity)]!;
  }

  private listedHints(): PlacedProblem[] {
    return listedHints(this.hints).map((hint) => ({ ...atStart, ...hint }));
  }
}

/** The place of a problem that is about the whole text. */
export const atStart = {
  start: { line: 0, character: 0 },
  end: { line: 0, character: 0 },
  excerpt: { text: '', character: 0 },
};
