import { Column, stride } from '../layout';
import type { Context } from './context';
import type { Draft, Frame } from './frame';
import { Kind } from './nodeKind';
import { type Branch, Ending, kindOf, type Part, syntaxErrorStride } from './tree';

/** A branch of a frame, starting at `from`; its container sets the remaining fields later. */
export function branchOf(
  frame: Frame,
  known: {
    readonly from: number;
    readonly valueTo: number;
    readonly isClosed: boolean;
    readonly inner: Context;
    readonly syntaxErrors: Int32Array;
  },
): Draft {
  const { from, valueTo, isClosed, inner, syntaxErrors } = known;
  const parts = frame.parts!;
  const starts = new Int32Array(parts.length + 1);
  const memberCounts = new Int32Array(parts.length + 1);
  starts[0] = frame.interior - from;
  let depth = 0;
  let syntaxErrorCount = syntaxErrors.length / syntaxErrorStride;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    starts[i + 1] = starts[i]! + part.length;
    memberCounts[i + 1] = memberCounts[i]! + part.members;
    if (part.depth > depth) depth = part.depth;
    syntaxErrorCount += part.syntaxErrorCount;
  }
  return {
    type: 'branch',
    kind: frame.kind,
    keyFrom: frame.keyFrom < 0 ? -1 : frame.keyFrom - from,
    keyTo: frame.keyFrom < 0 ? -1 : frame.keyTo - from,
    keyInfo: frame.keyInfo,
    open: frame.open - from,
    valueTo: valueTo - from,
    isClosed,
    parts,
    starts,
    memberCounts,
    inner,
    removed: frame.removed,
    isShortened: frame.isShortened,
    length: valueTo - from,
    members: 1,
    isFirst: false,
    ending: Ending.next,
    context: inner,
    reach: 1,
    syntaxErrors,
    syntaxErrorCount,
    depth: depth + 1,
    memo: null,
  };
}

/** A root with only its first parts, which end at an offset. */
export function firstParts(root: Branch, count: number, to: number): Branch {
  const parts = root.parts.slice(0, count);
  const syntaxErrors = root.syntaxErrors.filter(
    (_, i) => root.syntaxErrors[i - (i % syntaxErrorStride) + 1]! < to,
  );
  return {
    ...root,
    parts,
    starts: root.starts.slice(0, count + 1),
    memberCounts: root.memberCounts.slice(0, count + 1),
    length: to,
    valueTo: to,
    syntaxErrors,
    syntaxErrorCount: parts.reduce(
      (sum, part) => sum + part.syntaxErrorCount,
      syntaxErrors.length / syntaxErrorStride,
    ),
    depth: 1 + parts.reduce((most, { depth }) => Math.max(most, depth), 0),
  };
}

/** The last member of a non-empty part: its end, relative to the part, and whether it is a name without a value. */
export function lastMemberOf(part: Part): { readonly to: number; readonly isName: boolean } {
  if (part.type === 'branch') return { to: part.valueTo, isName: false };
  let to = 0;
  let isName = false;
  for (let row = part.row; row < part.rowEnd; ) {
    const at = row * stride;
    const next = part.row + part.rows[at + Column.next]!;
    const isKey = kindOf(part.rows[at]!) === Kind.key;
    isName = isKey && next === row + 1;
    to = part.rows[(isKey && !isName ? at + stride : at) + Column.to]!;
    row = next;
  }
  return { to, isName };
}
