import type { Code, FixRange, Problem } from '../../schema/problem';
import type { Range } from '../../text/range';
import { manyEqualRewards, maxEqualRewards } from './equalRewards';

/** The first hint of a code, preferably one with a fix, and their number. */
export interface Counted {
  readonly hint: Problem;
  readonly count: number;
}

/** Gives a hint, relative to a document, its final form. */
export type PlaceHint = (hint: Problem) => Problem;

/** Hints that are alike in every group: the first one says it for the whole document. */
export const oncePerDocument: ReadonlySet<Code> = new Set(['missing-tools']);

/** Maximum ranges that one fix changes. */
const maxFixed = 1000;

/** Hints on a trajectory or group, in any order: the first of each code, and how many there are. */
export class HintsByCode {
  private readonly byCode = new Map<Code, { hint: Problem; count: number; readonly fixed: FixRange[] }>();

  add(hint: Problem, count = 1): void {
    const known = this.byCode.get(hint.code) ?? { hint, count: 0, fixed: [] };
    this.byCode.set(hint.code, known);
    known.count += count;
    if (isBefore(hint, known.hint)) known.hint = hint;
    for (const range of hint.fix?.ranges ?? []) if (known.fixed.length < maxFixed) known.fixed.push(range);
  }

  /** Adds hints whose offsets are relative to `offset`; `place` gives each its final form. */
  addAll(hints: readonly Counted[], offset: number, place: PlaceHint): void {
    for (const { hint, count } of hints) this.add(place(moved(hint, offset)), count);
  }

  list(by: number): Counted[] {
    return [...this.byCode.values()].map(({ hint, count, fixed }) => {
      const { fix } = hint;
      const whole = fix?.ranges === undefined ? hint : { ...hint, fix: { ...fix, ranges: fixed } };
      return { hint: moved(whole, by), count };
    });
  }
}

/**
 * The listed hints of a document: per code, those of the first groups (or bare trajectories), and the number of others.
 */
export class HintList {
  private readonly byCode = new Map<Code, { readonly listed: Counted[]; others: number }>();
  private places = 0;
  private readonly noun: 'group' | 'trajectory';
  private readonly limit: number;

  constructor(noun: 'group' | 'trajectory', limit: number) {
    this.noun = noun;
    this.limit = limit;
  }

  /** Adds the hints of the next group or bare trajectory. */
  add(hints: readonly Counted[]): void {
    this.places++;
    for (const found of hints) {
      const { code } = found.hint;
      const known = this.byCode.get(code) ?? { listed: [], others: 0 };
      this.byCode.set(code, known);
      const limit = oncePerDocument.has(code) ? 1 : this.limit;
      if (known.listed.length === limit) known.others++;
      else known.listed.push(found);
    }
  }

  /** In document order. */
  list(): Problem[] {
    const found = [...this.byCode].flatMap(([code, { listed, others }]) => {
      const count = listed.length + others;
      if (code === 'equal-rewards' && count > maxEqualRewards)
        return { ...listed[0]!.hint, message: manyEqualRewards(count, this.places) };
      return listed.map((found, i) => this.told(found, i === listed.length - 1 ? others : 0));
    });
    return found.sort((a, b) => a.from - b.from || a.to - b.to);
  }

  /** A hint that also says where else it holds: in how many places here, and in how many other groups. */
  private told({ hint, count }: Counted, others: number): Problem {
    const here = count > 1 ? [`${shown(count - 1)} more in this ${this.noun}`] : [];
    const elsewhere = others > 0 ? [`in ${shown(others)} more ${this.nounFor(others)}`] : [];
    const also = [...here, ...elsewhere].join(', and ');
    return also === '' ? hint : { ...hint, message: `${hint.message} Also ${also}.` };
  }

  private nounFor(count: number): string {
    if (count === 1) return this.noun;
    return this.noun === 'group' ? 'groups' : 'trajectories';
  }
}

function shown(count: number): string {
  return count.toLocaleString('en');
}

function isBefore(a: Problem, b: Problem): boolean {
  if ((a.fix === undefined) !== (b.fix === undefined)) return a.fix !== undefined;
  return (a.from - b.from || a.to - b.to) < 0;
}

/** The hint at other offsets. */
export function moved(hint: Problem, by: number): Problem {
  const { fix, ...others } = movedRange(hint, by);
  if (fix === undefined) return others;
  return { ...others, fix: { ...fix, ranges: (fix.ranges ?? []).map((range) => movedRange(range, by)) } };
}

function movedRange<R extends Range>(range: R, by: number): R {
  return { ...range, from: range.from + by, to: range.to + by };
}
