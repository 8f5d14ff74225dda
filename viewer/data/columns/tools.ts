import type { TrajectoryRows } from '../../../server/viewProtocol/collection';
import { memoizeLast } from '../memoizeLast';
import { integersOf } from './base64';
import type { Cut } from './splicing';

/**
 * Tools called by each trajectory `i`: `codes[starts[i]]` to `codes[starts[i + 1]]` (exclusive) index `names`. Names may
 * be left from earlier versions of the document.
 */
export interface Tools {
  readonly names: readonly string[];
  readonly starts: Int32Array;
  readonly codes: Int32Array;
}

export const noTools: Tools = { names: [], starts: new Int32Array(1), codes: new Int32Array(0) };

/** Applies a cut. Returns the same object if no trajectory calls other tools. */
export function spliceTools(old: Tools, cut: Cut, rows: TrajectoryRows['tools']): Tools {
  const names = [...old.names];
  const known = new Map(names.map((name, code) => [name, code]));
  const codeOf = rows.names.map((name) => {
    const code = known.get(name) ?? names.push(name) - 1;
    known.set(name, code);
    return code;
  });
  const starts = integersOf(rows.starts);
  const added = integersOf(rows.codes).map((code) => codeOf[code]!);
  if (isSame(old, cut, { starts, codes: added })) return old;
  const first = old.starts[cut.from]!;
  const behind = old.starts[cut.from + cut.removed]!;
  const codes = new Int32Array(first + added.length + old.codes.length - behind);
  codes.set(old.codes.subarray(0, first));
  codes.set(added, first);
  codes.set(old.codes.subarray(behind), first + added.length);
  return { names, starts: startsAfter(old.starts, cut, starts), codes };
}

function isSame(old: Tools, { from, removed, added }: Cut, rows: Pick<Tools, 'starts' | 'codes'>): boolean {
  if (removed !== added) return false;
  const first = old.starts[from]!;
  return (
    rows.starts.every((start, i) => old.starts[from + i] === first + start) &&
    rows.codes.every((code, i) => old.codes[first + i] === code)
  );
}

function startsAfter(old: Int32Array, { from, removed, added }: Cut, rows: Int32Array): Int32Array {
  const result = new Int32Array(old.length - removed + added);
  result.set(old.subarray(0, from + 1));
  const first = old[from]!;
  for (let i = 1; i <= added; i++) result[from + i] = first + rows[i]!;
  const moved = result[from + added]! - old[from + removed]!;
  for (let i = from + removed + 1; i < old.length; i++) result[i + added - removed] = old[i]! + moved;
  return result;
}

/** The names of tools that are called by any trajectory. */
export const calledTools = memoizeLast(({ names, codes }: Tools): readonly string[] => {
  const isCalled = new Uint8Array(names.length);
  for (const code of codes) isCalled[code] = 1;
  return names.filter((_, code) => isCalled[code] === 1);
});

/** Marks the trajectories that called the tool: 1 or 0 each. */
export function callersOf({ names, starts, codes }: Tools, name: string): Uint8Array {
  const result = new Uint8Array(starts.length - 1);
  const wanted = names.indexOf(name);
  if (wanted < 0) return result;
  for (let i = 0; i < result.length; i++) {
    for (let k = starts[i]!; k < starts[i + 1]!; k++) if (codes[k] === wanted) result[i] = 1;
  }
  return result;
}
