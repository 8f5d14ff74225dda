import { mistakeStride, type Part, type Tree } from '../syntax/tree';
import type { Range } from './contentRange';

/** Number of syntax mistakes in a document. */
export function mistakesIn({ root }: Tree): number {
  const stack: Part[] = [root];
  let count = 0;
  while (stack.length > 0) {
    const part = stack.pop()!;
    count += part.mistakes.length / mistakeStride;
    if (part.type === 'branch') for (const inner of part.parts) stack.push(inner);
  }
  return count;
}

/** A syntax mistake, by its number, and the stretch that is marked. */
interface MistakeAt extends Range {
  readonly mistake: number;
}

/** The syntax mistakes of a document in the order of their starts, found one after the other. */
export function* mistakesInOrder({ root }: Tree): Generator<MistakeAt> {
  const visits = [visitOf(root, 0)];
  while (visits.length > 0) {
    const visit = visits[visits.length - 1]!;
    const { part, offset, own } = visit;
    const inner = part.type === 'branch' ? part.parts[visit.nextPart] : undefined;
    const start = inner === undefined ? Number.POSITIVE_INFINITY : offset + startOf(part, visit.nextPart);
    const mistake = own[visit.nextOwn];
    if (mistake !== undefined && mistake.from <= start) {
      visit.nextOwn++;
      yield mistake;
    } else if (inner !== undefined) {
      visit.nextPart++;
      if (inner.type === 'branch' || inner.mistakes.length > 0) visits.push(visitOf(inner, start));
    } else visits.pop();
  }
}

/** A part that is gone through: its own mistakes, and those of the parts in it. */
interface Visit {
  readonly part: Part;
  readonly offset: number;
  readonly own: readonly MistakeAt[];
  nextOwn: number;
  nextPart: number;
}

function visitOf(part: Part, offset: number): Visit {
  const own: MistakeAt[] = [];
  const { mistakes } = part;
  for (let i = 0; i < mistakes.length; i += mistakeStride) {
    own.push({ mistake: mistakes[i]!, from: offset + mistakes[i + 1]!, to: offset + mistakes[i + 2]! });
  }
  own.sort((a, b) => a.from - b.from);
  return { part, offset, own, nextOwn: 0, nextPart: 0 };
}

function startOf(part: Part, index: number): number {
  return part.type === 'branch' ? part.starts[index]! : 0;
}
