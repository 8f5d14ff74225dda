import { firstIndex } from '../../firstIndex';
import { problemsOfPart } from '../../rules/checking/partProblems';
import { severeStartsOf } from '../../rules/checking/problemList';
import { zoneOf } from '../../rules/dateTime';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Part } from '../../syntax/tree/tree';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { type CollectionFields, collectionFields } from '../reading/fields';
import { membersOf } from '../reading/members';
import type { TextAndSchemas } from '../reading/messages';
import { pick } from '../reading/pick';
import { nameIn, numberIn } from '../reading/strings';
import { type PartSlice, type Value, valuesIn } from '../reading/values';
import { fingerprintOf } from './fingerprint';
import { type MessageSums, sumOfFew, sumOfMessages, unansweredOf } from './messageSums';
import { type NamedNumber, type Row, type Rows, rowsOf } from './rows';

/**
 * Maximum members of an object to read for columns, and maximum code units of a label. Ids of tasks can be long: a
 * repository, a commit and the name of a change.
 */
const maxMembers = 200;
const maxLabelLength = 100;

/** Trajectories of a pack read between two yields. */
const yieldEvery = 500;

/** Rows of parts that contain trajectories. */
const known = new WeakMap<Part, { readonly partProblems: object | null; readonly rows: Rows }>();

/**
 * The rows of a slice of trajectories. Those of a whole part are cached while the part and its problems stay the same.
 */
export function* rowsOfSlice(source: TextAndSchemas, slice: PartSlice, isPart: boolean): Work<Rows> {
  const { part } = slice;
  const remembered = isPart ? known.get(part) : undefined;
  if (remembered !== undefined && remembered.partProblems === part.memo) return remembered.rows;
  const rows = rowsOf(yield* rowsIn(source, slice));
  if (isPart) {
    known.set(part, { partProblems: part.memo, rows });
    yield;
  }
  return rows;
}

/** The figures of the trajectories of a slice. */
export function* rowsIn(source: TextAndSchemas, slice: PartSlice): Work<Row[]> {
  return yield* slice.part.type === 'pack' ? smallRows(source, slice) : rowOf(source, slice);
}

/** The figures of trajectories that are rows of a pack. */
export function* smallRows(source: TextAndSchemas, slice: PartSlice): Work<Row[]> {
  const { trajectory: fields } = collectionFields(source.schemas);
  const starts = severeStartsIn(slice.part);
  const rows: Row[] = [];
  for (const trajectory of valuesIn(slice)) {
    const [messages = null, ...others] = pick(trajectory, fields);
    const problems = starts.length === 0 ? 0 : countBetween(starts, trajectory);
    const sums = sumOfFew(source, messages) ?? (yield* sumOfMessages(source, messages));
    rows.push(yield* rowWith(source, { trajectory, sums, others, problems }));
    // Most packs are small, but not in some documents that are not JSON.
    if (rows.length % yieldEvery === 0) yield;
  }
  return rows;
}

/** The figures of a trajectory that is a branch. */
function* rowOf(source: TextAndSchemas, slice: PartSlice): Work<Row[]> {
  const trajectory = valuesIn(slice)[0]!;
  const [messages = null, ...others] = pick(trajectory, collectionFields(source.schemas).trajectory);
  const problems = problemsIn(trajectory);
  const sums = yield* sumOfMessages(source, messages);
  return [yield* rowWith(source, { trajectory, sums, others, problems })];
}

/** A trajectory's data before its columns are read. */
interface Read {
  readonly trajectory: Value;
  readonly sums: MessageSums;
  /** Its members except the messages, in the order of the fields. */
  readonly others: readonly (Value | null)[];
  readonly problems: number;
}

function* rowWith(source: TextAndSchemas, { trajectory, sums, others, problems }: Read): Work<Row> {
  const [reward = null, start = null, ...objects] = others;
  const { count, characters, calls, cutOff, tools } = sums;
  return {
    reward: numberIn(source.text, reward),
    startTime: timeIn(source.text, start),
    messages: count,
    characters,
    problems,
    calls,
    unanswered: yield* unansweredOf(sums),
    cutOff,
    fingerprint: yield* fingerprintOf(source.text, trajectory),
    tools,
    ...columnsIn(source, objects),
  };
}

const noColumns = { numbers: [], labels: [] };

/** The numbers and labels in a trajectory's objects, which are given in the order of their names. */
function columnsIn(
  { text, schemas }: TextAndSchemas,
  objects: readonly (Value | null)[],
): Pick<Row, 'numbers' | 'labels'> {
  if (objects.every((object) => object === null)) return noColumns;
  const fields = collectionFields(schemas);
  const numbers: NamedNumber[] = [];
  const labels: [string, string][] = [];
  for (const [i, object] of objects.entries()) {
    if (object === null) continue;
    const name = fields.objects[i]!;
    for (const { key, value } of membersOf(text, object, { limit: maxMembers })) {
      const label = name === fields.labels ? labelIn(text, value) : null;
      const number = columnNumber(text, value);
      if (label === null && Number.isNaN(number)) continue;
      const column = columnName(fields, name, key);
      if (label !== null) labels.push([column, label]);
      if (Number.isNaN(number)) continue;
      numbers.push({ name: column, value: number, isBoolean: value.kind !== Kind.number });
    }
  }
  return { numbers, labels };
}

/** The value of a number, 1 or 0 for `true` or `false`; NaN for another value. */
function columnNumber(text: Text, value: Value): number {
  if (value.kind === Kind.true) return 1;
  return value.kind === Kind.false ? 0 : numberIn(text, value);
}

/** Names that views use for their own figures. A key with such a name keeps its path. */
export const figureNames: ReadonlySet<string> = new Set([
  ...['reward', 'advantage', 'spread', 'mean', 'messages', 'characters', 'problems'],
  ...['calls without a result', 'cut off', 'start time', 'document order'],
]);

/** The path of a key, such as `metrics.accuracy`. The object of labels is omitted if that is unambiguous: `task_id`. */
function columnName({ objects, labels }: CollectionFields, object: string, key: string): string {
  const isBare =
    object === labels && !figureNames.has(key) && !objects.some((name) => key.startsWith(`${name}.`));
  return isBare ? key : `${object}.${key}`;
}

/** A short string, integer or boolean as label text; null for another value. */
function labelIn(text: Text, value: Value): string | null {
  if (value.kind === Kind.true) return 'true';
  if (value.kind === Kind.false) return 'false';
  const length = value.to - value.from;
  if (value.kind === Kind.number && length <= maxLabelLength) {
    // A table with a missing value has its other integers as `1.0`; the same run without one has them as `1`.
    return /^(-?\d+)(?:\.0+)?$/.exec(sliceText(text, value.from, value.to))?.[1] ?? null;
  }
  // An escape has at most six code units.
  if (value.kind !== Kind.string || length > 6 * maxLabelLength + 2) return null;
  const label = nameIn(text, value);
  return label !== null && label.length <= maxLabelLength ? label : null;
}

/** Milliseconds since 1970; NaN if this is not a date and time of the documented form. */
function timeIn(text: Text, value: Value | null): number {
  const time = nameIn(text, value, maxLabelLength);
  return time === null || !zoneOf(time) ? Number.NaN : Date.parse(time);
}

/** Errors and warnings that begin in a trajectory that is a branch. */
function problemsIn(trajectory: Value): number {
  const [errors, warnings] = problemsOfPart(trajectory.part).counts;
  const own = severeStartsIn(trajectory.part);
  // The part's own problems may lie before or after the trajectory; the others are in its inner parts.
  return errors + warnings - own.length + countBetween(own, trajectory) + cutProblemsIn(trajectory.part);
}

/** Errors and warnings of what was cut out of a text, by the `removed` of its container. */
const cutProblems = new WeakMap<object, number>();

/** Counts more errors and warnings of a container out of which parts are cut. */
export function keepCutProblems(removed: object, count: number): void {
  cutProblems.set(removed, (cutProblems.get(removed) ?? 0) + count);
}

function cutProblemsIn(part: Part): number {
  let count = 0;
  const open = [part];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.type === 'pack' || !one.isShortened) continue;
    count += one.removed === null ? 0 : (cutProblems.get(one.removed) ?? 0);
    open.push(...one.parts);
  }
  return count;
}

/** The starts of a part's own errors and warnings, in order. Sorted once for all trajectories of a pack. */
const severeStarts = new WeakMap<object, Int32Array>();
const noSevereStarts = new Int32Array(0);

function severeStartsIn(part: Part): Int32Array {
  const partProblems = problemsOfPart(part);
  const [errors, warnings] = partProblems.counts;
  if (errors + warnings === 0) return noSevereStarts;
  let starts = severeStarts.get(partProblems);
  if (starts === undefined)
    severeStarts.set(partProblems, (starts = Int32Array.from(severeStartsOf(part)).sort()));
  return starts;
}

/** Number of a part's offsets inside one of its values. */
function countBetween(starts: Int32Array, { from, to, offset }: Value): number {
  return firstFrom(starts, to - offset) - firstFrom(starts, from - offset);
}

/** Index of the first number that is not less than `number`. */
function firstFrom(sorted: Int32Array, number: number): number {
  return firstIndex(sorted.length, (i) => sorted[i]! >= number);
}
