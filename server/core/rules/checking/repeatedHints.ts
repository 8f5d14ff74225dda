import type { Problem } from '../../schema/problem';
import type { Branch, Part } from '../../syntax/tree/tree';
import type { Work } from '../../work';

/** A hint that is reported once, at its first occurrence. */
interface RepeatedHint {
  /** The first occurrence; its offsets are relative to the part. */
  readonly first: Problem;
  readonly count: number;
}

/**
 * The hints of a part and its inner parts: one per message, sorted by message. A cut list keeps the first in this
 * order, which does not depend on positions, so the hints of a whole follow from those of its parts, however it is
 * divided.
 */
export interface RepeatedHints {
  readonly list: readonly RepeatedHint[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Maximum number of messages kept. */
export const maxMessages = 100;

export const noHints: RepeatedHints = { list: [], isCut: false };

/** Gathers hints, in any order. */
export class HintTally {
  private readonly hints = new Map<string, { first: Problem; count: number }>();
  private isCut = false;

  /** Adds a hint of a part at the offset `shift`, with its number of occurrences. */
  add(hint: Problem, shift = 0, count = 1): void {
    const known = this.hints.get(hint.message);
    if (known === undefined) {
      this.hints.set(hint.message, { first: movedBy(hint, shift), count });
      return;
    }
    known.count += count;
    if (hint.from + shift < known.first.from) known.first = movedBy(hint, shift);
  }

  addAll({ list, isCut }: RepeatedHints, shift: number): void {
    for (const { first, count } of list) this.add(first, shift, count);
    this.isCut ||= isCut;
  }

  result(): RepeatedHints {
    if (this.hints.size === 0) return noHints;
    const list = [...this.hints.values()].sort((a, b) => (a.first.message < b.first.message ? -1 : 1));
    return { list: list.slice(0, maxMessages), isCut: this.isCut || list.length > maxMessages };
  }
}

/** The hints of a branch: its own and those of its parts. Reuses the sums of unchanged parts. */
export function* hintsOfBranch(
  branch: Branch,
  own: RepeatedHints,
  hintsOf: (part: Part) => RepeatedHints,
): Work<RepeatedHints> {
  const tally = new HintTally();
  tally.addAll(own, 0);
  for (let from = 0; from < branch.parts.length; ) {
    const to = endOfRun(branch, from);
    const run = runOf(branch, { from, to }, hintsOf);
    if (run === null) {
      from = to;
      continue;
    }
    tally.addAll(run.sum, branch.starts[from]!);
    from = to;
    yield;
  }
  return tally.result();
}

/** Consecutive parts with their sum: the hints and the distance of each part. */
interface Run {
  readonly hints: readonly RepeatedHints[];
  readonly distances: readonly number[];
  readonly sum: RepeatedHints;
}

/** Runs by their first part. */
const runs = new WeakMap<Part, Run>();
const maxRunLength = 64;

/** The end of a run of parts. It depends on the parts alone, so that an added or removed part moves few runs. */
function endOfRun({ parts }: Branch, from: number): number {
  let to = from + 1;
  while (to < parts.length && to - from < maxRunLength && parts[to]!.length % 16 !== 0) to++;
  return to;
}

/** The sum of a run of parts, null if they have no hints. */
function runOf(
  { parts, starts }: Branch,
  { from, to }: { readonly from: number; readonly to: number },
  hintsOf: (part: Part) => RepeatedHints,
): Run | null {
  const known = runs.get(parts[from]!);
  let isKnown = known?.hints.length === to - from;
  let isEmpty = true;
  for (let i = from; i < to && (isKnown || isEmpty); i++) {
    const hints = hintsOf(parts[i]!);
    isEmpty &&= hints === noHints;
    isKnown &&= known!.hints[i - from] === hints && known!.distances[i - from] === starts[i]! - starts[from]!;
  }
  if (isEmpty) return null;
  if (isKnown) return known!;
  const hints = parts.slice(from, to).map(hintsOf);
  const distances = hints.map((_, i) => starts[from + i]! - starts[from]!);
  const tally = new HintTally();
  for (const [i, one] of hints.entries()) tally.addAll(one, distances[i]!);
  const run = { hints, distances, sum: tally.result() };
  runs.set(parts[from]!, run);
  return run;
}

/** The hints as they are listed, in document order. */
export function listedHints({ list, isCut }: RepeatedHints): Problem[] {
  const hints = list.map(({ first, count }) => ({ ...first, message: withCount(first.message, count) }));
  hints.sort((a, b) => a.from - b.from || a.to - b.to);
  if (!isCut) return hints;
  const message = `Only the first ${maxMessages} different hints, in alphabetical order, are listed.`;
  return [{ code: 'too-many-problems', severity: 'hint', from: 0, to: 0, message }, ...hints];
}

function withCount(message: string, count: number): string {
  if (count === 1) return message;
  return `${message.replace(/\.$/, '')} (${count.toLocaleString('en')} times in this document).`;
}

function movedBy(problem: Problem, shift: number): Problem {
  return shift === 0 ? problem : { ...problem, from: problem.from + shift, to: problem.to + shift };
}
