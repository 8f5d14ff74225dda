/** Values from `from` up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The last changes of a column's memory, and the number of all. */
interface Changes {
  count: number;
  readonly ranges: Range[];
}

const maxKept = 64;
const changes = new WeakMap<ArrayBufferLike, Changes>();
/** Number of changes before a column, by the column. */
const places = new WeakMap<ArrayBufferView, number>();

/** Records that a column was overwritten in a range: `after` is a new object on the memory of the old one. */
export function noteChange(after: ArrayBufferView, range: Range): void {
  let known = changes.get(after.buffer);
  if (known === undefined) changes.set(after.buffer, (known = { count: 0, ranges: [] }));
  known.ranges.push(range);
  if (known.ranges.length > maxKept) known.ranges.shift();
  places.set(after, ++known.count);
}

/** The range in which a column differs from an earlier one; null if that is not known. */
export function changedSince(before: ArrayBufferView, now: ArrayBufferView): Range | null {
  if (before === now) return { from: 0, to: 0 };
  const known = changes.get(now.buffer);
  if (before.buffer !== now.buffer || known === undefined) return null;
  const forgotten = known.count - known.ranges.length;
  const [first, end] = [places.get(before) ?? 0, places.get(now) ?? 0];
  if (first < forgotten || first > end) return null;
  const ranges = known.ranges.slice(first - forgotten, end - forgotten);
  return {
    from: Math.min(...ranges.map(({ from }) => from)),
    to: Math.max(...ranges.map(({ to }) => to)),
  };
}
