import type { Names, Schemas } from '../schema/schema';
import { Column, stride } from '../syntax/layout';
import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack, type Part } from '../syntax/tree/tree';
import type { Work } from '../work';

/** What a line of JSON Lines contains, by its names. */
export type Held = 'group' | 'trajectory' | 'request';

/** Summary of the lines of a part. */
export interface LineSums {
  /** What the first line with groups or trajectories contains; `request` only if no other line has any. */
  readonly held: Held | null;
  /** Other complete objects with at least one name. */
  readonly objects: number;
  /** Values that are not objects. */
  readonly others: number;
}

/** Numbers of names in the vocabulary. */
interface Numbers {
  readonly trajectories: number;
  readonly messages: number;
  readonly groups: number;
}

const known = new WeakMap<Part, LineSums>();

/**
 * Summary of the lines of a document, up to the first group or trajectory. Cached by part, so an edit costs little.
 * Yields regularly.
 */
export function* lineSums(root: Branch, { names, grammar }: Schemas): Work<LineSums> {
  const numbers = numbersOf(names, (name) => grammar.vocabulary.numberOf(name));
  let [objects, others] = [0, 0];
  let held: Held | null = null;
  for (const part of root.parts) {
    let sums = known.get(part);
    if (sums === undefined) known.set(part, (sums = yield* sumsOf(part, numbers)));
    held = better(held, sums.held);
    objects += sums.objects;
    others += sums.others;
    if (held !== null && held !== 'request') break;
  }
  return { held, objects, others };
}

function numbersOf(names: Names, numberOf: (name: string) => number): Numbers {
  return {
    trajectories: numberOf(names.trajectories),
    messages: numberOf(names.messages),
    groups: numberOf(names.groups),
  };
}

/** Of two parts in order, what the first line with groups or trajectories holds. */
export function better(first: Held | null, next: Held | null): Held | null {
  return first === null || (first === 'request' && next !== null) ? next : first;
}

function* sumsOf(part: Part, numbers: Numbers): Work<LineSums> {
  if (part.type === 'branch') return yield* sumsOfBranch(part, numbers);
  yield;
  return sumsOfPack(part, numbers);
}

function sumsOfPack(pack: Pack, numbers: Numbers): LineSums {
  const { rows } = pack;
  let [objects, others] = [0, 0];
  let held: Held | null = null;
  const next = (row: number): number => pack.row + rows[row * stride + Column.next]!;
  for (let row = pack.row; row < pack.rowEnd; row = next(row)) {
    const info = rows[row * stride]!;
    if (kindOf(info) !== Kind.object) {
      others++;
      continue;
    }
    let line: Held | null = null;
    for (let key = row + 1; key < next(row); key = next(key))
      line = ofName(line, keyNumberOf(rows[key * stride]!), numbers);
    const isWhole = (flagsOf(info) & Flag.broken) === 0;
    if (line === null && isWhole && next(row) > row + 1) objects++;
    held = better(held, line);
  }
  return { held, objects, others };
}

function* sumsOfBranch(branch: Branch, numbers: Numbers): Work<LineSums> {
  if (branch.kind !== Kind.object) return { held: null, objects: 0, others: 1 };
  let held: Held | null = null;
  for (const part of branch.parts) {
    if (part.type === 'branch') {
      held = ofName(held, keyNumberOf(part.keyInfo), numbers);
      continue;
    }
    yield;
    for (let row = part.row; row < part.rowEnd; row = part.row + part.rows[row * stride + Column.next]!)
      held = ofName(held, keyNumberOf(part.rows[row * stride]!), numbers);
  }
  return { held, objects: held === null && branch.isClosed ? 1 : 0, others: 0 };
}

/** What a line contains, given another of its names: a group wins over a trajectory, a trajectory over a request. */
function ofName(held: Held | null, number: number, { trajectories, messages, groups }: Numbers): Held | null {
  if (number === trajectories || held === 'group') return 'group';
  if (number === messages || held === 'trajectory') return 'trajectory';
  return number === groups ? 'request' : held;
}
