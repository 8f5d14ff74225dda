import { type Part, syntaxErrorStride, type Tree } from '../syntax/tree/tree';
import type { Range } from '../text/range';

/** Number of syntax errors in a document. */
export function countSyntaxErrors({ root }: Tree): number {
  const stack: Part[] = [root];
  let count = 0;
  while (stack.length > 0) {
    const part = stack.pop()!;
    count += part.syntaxErrors.length / syntaxErrorStride;
    if (part.type === 'branch') for (const inner of part.parts) stack.push(inner);
  }
  return count;
}

/** A syntax error by its number, and its range. */
export interface LocatedSyntaxError extends Range {
  readonly errorKind: number;
  /** Offset of the fix; -1 if unknown. */
  readonly at: number;
}

/** The syntax errors of a document in the order of their starts, found lazily. */
export function* syntaxErrorsInOrder({ root }: Tree): Generator<LocatedSyntaxError> {
  const visits = [visitOf(root, 0)];
  while (visits.length > 0) {
    const visit = visits[visits.length - 1]!;
    const { part, offset, own } = visit;
    const inner = part.type === 'branch' ? part.parts[visit.nextPart] : undefined;
    const start = inner === undefined ? Number.POSITIVE_INFINITY : offset + startOf(part, visit.nextPart);
    const syntaxError = own[visit.nextOwn];
    if (syntaxError !== undefined && syntaxError.from <= start) {
      visit.nextOwn++;
      yield syntaxError;
    } else if (inner !== undefined) {
      visit.nextPart++;
      if (inner.type === 'branch' || inner.syntaxErrors.length > 0) visits.push(visitOf(inner, start));
    } else visits.pop();
  }
}

/** A part being visited: its own syntax errors, and the next inner part. */
interface Visit {
  readonly part: Part;
  readonly offset: number;
  readonly own: readonly LocatedSyntaxError[];
  nextOwn: number;
  nextPart: number;
}

function visitOf(part: Part, offset: number): Visit {
  const own: LocatedSyntaxError[] = [];
  const { syntaxErrors } = part;
  for (let i = 0; i < syntaxErrors.length; i += syntaxErrorStride) {
    const at = syntaxErrors[i + 3]!;
    own.push({
      errorKind: syntaxErrors[i]!,
      from: offset + syntaxErrors[i + 1]!,
      to: offset + syntaxErrors[i + 2]!,
      at: at < 0 ? -1 : offset + at,
    });
  }
  own.sort((a, b) => a.from - b.from);
  return { part, offset, own, nextOwn: 0, nextPart: 0 };
}

function startOf(part: Part, index: number): number {
  return part.type === 'branch' ? part.starts[index]! : 0;
}
