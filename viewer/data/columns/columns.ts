import type { CollectionChange, TrajectoryRows } from '../../../server/viewProtocol/collection';
import { floatsOf, integersOf } from './base64';
import { type Labels, spliceLabels } from './labels';
import { type Cut, floatColumn, splicedFloats, splicedIntegers } from './splicing';
import { noTools, spliceTools, type Tools } from './tools';

export interface Layout {
  readonly groups: number;
  readonly trajectories: number;
  /** The first trajectory of each group, followed by the total number of trajectories. */
  readonly starts: Int32Array;
  /** The group of each trajectory. */
  readonly groupOf: Int32Array;
}

/**
 * All groups and trajectories, as one typed array per column, because a document may contain 225,000 of them. A change
 * replaces the columns; arrays of the same length are overwritten.
 */
export interface Columns extends Layout {
  /** The grouping of trajectories: the same object until it changes. */
  readonly layout: Layout;
  readonly version: number;
  readonly kind: CollectionChange['kind'];
  /** Identifies this state to the host. */
  readonly state: number;
  readonly reward: Float64Array;
  readonly startTime: Float64Array;
  readonly messages: Int32Array;
  readonly characters: Int32Array;
  readonly problems: Int32Array;
  readonly calls: Int32Array;
  readonly unanswered: Int32Array;
  readonly cutOff: Int32Array;
  readonly numbers: ReadonlyMap<string, Float64Array>;
  /** Number columns that contain `true` and `false` as 1 and 0. */
  readonly booleans: ReadonlySet<string>;
  readonly labels: ReadonlyMap<string, Labels>;
  readonly tools: Tools;
  readonly columnsLeftOut: number;
  /** Errors and warnings that are in no trajectory. */
  readonly problemsElsewhere: number;
  /** What the document is if it is something else, and what to do. */
  readonly wrongFile: string | null;
  /** Hits of the search, while the list shows only trajectories with hits. Not of the document. */
  readonly hits: Int32Array | null;
}

const noLayout: Layout = {
  groups: 0,
  trajectories: 0,
  starts: new Int32Array(1),
  groupOf: new Int32Array(0),
};

export const noColumns: Columns = {
  ...noLayout,
  layout: noLayout,
  version: -1,
  kind: 'unrecognized',
  state: -1,
  reward: new Float64Array(0),
  startTime: new Float64Array(0),
  messages: new Int32Array(0),
  characters: new Int32Array(0),
  problems: new Int32Array(0),
  calls: new Int32Array(0),
  unanswered: new Int32Array(0),
  cutOff: new Int32Array(0),
  numbers: new Map(),
  booleans: new Set(),
  labels: new Map(),
  tools: noTools,
  columnsLeftOut: 0,
  problemsElsewhere: 0,
  wrongFile: null,
  hits: null,
};

/** Applies a change. Do not use `before` afterwards: its arrays may be overwritten. */
export function applyChange(before: Columns, change: CollectionChange): Columns {
  const base = change.isWhole ? noColumns : before;
  const { from, removed, rows } = change.trajectories;
  const at = { from, removed: change.isWhole ? 0 : removed, added: rows.count };
  const layout = layoutAfter(base, change, base.trajectories - at.removed + at.added);
  const floats = (old: Float64Array, text: string) => splicedFloats(old, at, floatsOf(text));
  const integers = (old: Int32Array, text: string) => splicedIntegers(old, at, integersOf(text));
  return {
    version: change.version,
    kind: change.kind,
    state: change.state,
    ...layout,
    layout,
    reward: floats(base.reward, rows.reward),
    startTime: floats(base.startTime, rows.startTime),
    messages: integers(base.messages, rows.messages),
    characters: integers(base.characters, rows.characters),
    problems: integers(base.problems, rows.problems),
    calls: integers(base.calls, rows.calls),
    unanswered: integers(base.unanswered, rows.unanswered),
    cutOff: integers(base.cutOff, rows.cutOff),
    numbers: numbersAfter(base, at, rows),
    booleans: booleansAfter(base.booleans, change.booleans),
    labels: spliceLabels(base.labels, base.trajectories, at, rows.labels),
    tools: spliceTools(base.tools, at, rows.tools),
    columnsLeftOut: change.columnsLeftOut,
    problemsElsewhere: change.problemsElsewhere,
    wrongFile: change.wrongFile,
    hits: null,
  };
}

function layoutAfter(base: Columns, change: CollectionChange, trajectories: number): Layout {
  const { from, removed, rows } = change.groups;
  const cut = { from, removed: change.isWhole ? 0 : removed, added: rows.count };
  const added = integersOf(rows.trajectories);
  const isSame = added.every((size, i) => size === sizeOf(base, from + i));
  if (isSame && cut.removed === cut.added && trajectories === base.trajectories) return base.layout;
  const sizes = splicedIntegers(sizesOf(base), cut, added);
  const starts = new Int32Array(sizes.length + 1);
  const groupOf = new Int32Array(trajectories);
  for (let group = 0; group < sizes.length; group++) {
    starts[group + 1] = starts[group]! + sizes[group]!;
    groupOf.fill(group, starts[group]!, starts[group + 1]!);
  }
  return { groups: sizes.length, trajectories, starts, groupOf };
}

function sizeOf({ starts }: Layout, group: number): number {
  return starts[group + 1]! - starts[group]!;
}

function sizesOf(layout: Layout): Int32Array {
  const sizes = new Int32Array(layout.groups);
  for (let group = 0; group < layout.groups; group++) sizes[group] = sizeOf(layout, group);
  return sizes;
}

/**
 * Document-defined number columns may come and go. Rows without a value have NaN; a column without any value is
 * removed.
 */
function numbersAfter(base: Columns, cut: Cut, rows: TrajectoryRows): ReadonlyMap<string, Float64Array> {
  const changed = new Map(rows.numbers.map(({ name, values }) => [name, floatsOf(values)]));
  const result = new Map<string, Float64Array>();
  for (const [name, old] of base.numbers) {
    const values = changed.get(name);
    const column = splicedFloats(old, cut, values ?? floatColumn(cut.added));
    if (values !== undefined || column.some((value) => !Number.isNaN(value))) result.set(name, column);
  }
  for (const [name, values] of changed) {
    if (!result.has(name)) result.set(name, splicedFloats(floatColumn(base.trajectories), cut, values));
  }
  const isSame =
    result.size === base.numbers.size &&
    [...result].every(([name, column]) => column === base.numbers.get(name));
  return isSame ? base.numbers : result;
}

/** The same object if the names are the same. */
function booleansAfter(before: ReadonlySet<string>, names: readonly string[]): ReadonlySet<string> {
  return names.length === before.size && names.every((name) => before.has(name)) ? before : new Set(names);
}
