import type { Document } from '../../document';
import type { Part } from '../../syntax/tree/tree';
import type { Work } from '../../work';
import { groupContainerOf } from '../reading/groupContainer';
import type { TextAndSchemas } from '../reading/messages';
import { trajectoriesOf } from '../reading/numbering';
import { type PartSlice, slicesIn, valueOfNode, valuesIn } from '../reading/values';
import { type Columns, columnsOf } from './columns';
import { type Row, type Rows, rowsOf } from './rows';
import { rowsOfSlice, smallRows } from './trajectories';

/** The sizes of a sequence of groups. Immutable: equal only if they are the same object. */
export interface GroupSizes {
  readonly trajectories: Int32Array;
}

/**
 * The figures of all groups and trajectories of a document: rows in pieces, each of which stays the same object while
 * its source is unchanged. A bare trajectory counts as a group of its own.
 */
export interface Collection {
  readonly rows: readonly Rows[];
  readonly groups: readonly GroupSizes[];
  readonly columns: Columns;
}

/** The figures of a part of the container of groups. */
interface PartSummary {
  readonly rows: readonly Rows[];
  readonly groups: readonly GroupSizes[];
}

/** Parts visited between two yields. */
const yieldEvery = 500;

const collections = new WeakMap<Document, Collection>();

/** Summaries of parts that contain groups, and of parts that contain bare trajectories. */
const known = { groups: knownParts(), bare: knownParts() };

function knownParts(): WeakMap<
  Part,
  { readonly partProblems: object | null; readonly summary: PartSummary }
> {
  return new WeakMap();
}

/** The collection of a document. Summaries of parts are cached, so the cost after an edit depends on the edit only. */
export function* collectSummaries(document: Document): Work<Collection> {
  let collection = collections.get(document);
  if (collection === undefined) {
    collection = yield* collected(document);
    collections.set(document, collection);
  }
  return collection;
}

/** Number of errors and warnings of a document that are in none of its trajectories. */
export function problemsOutside({ counts }: Document, { rows }: Collection): number {
  let inside = 0;
  for (const { problems } of rows) for (const count of problems) inside += count;
  return Math.max(0, counts[0] + counts[1] - inside);
}

function* collected(document: Document): Work<Collection> {
  const groupContainer = groupContainerOf(document);
  const source: TextAndSchemas = { text: document.text, schemas: document.engine.schemas };
  const summaries: PartSummary[] = [];
  if (groupContainer !== null) {
    const value = valueOfNode(groupContainer.node);
    for (const slice of slicesIn(value)) {
      const isPart = value.row < 0;
      summaries.push(yield* summaryOfPart(source, slice, { isPart, isBare: groupContainer.isBare }));
      if (summaries.length % yieldEvery === 0) yield;
    }
  }
  const rows = summaries.flatMap((summary) => summary.rows);
  const groups = summaries.flatMap((summary) => summary.groups);
  return {
    rows,
    groups,
    columns: yield* columnsOf(rows),
  };
}

interface How {
  readonly isPart: boolean;
  readonly isBare: boolean;
}

function* summaryOfPart(
  source: TextAndSchemas,
  slice: PartSlice,
  { isPart, isBare }: How,
): Work<PartSummary> {
  const { part } = slice;
  const kept = isBare ? known.bare : known.groups;
  const remembered = isPart ? kept.get(part) : undefined;
  if (remembered !== undefined && remembered.partProblems === part.memo) return remembered.summary;
  const summary = isBare ? yield* bareSummary(source, slice, isPart) : yield* groupSummary(source, slice);
  if (isPart) kept.set(part, { partProblems: part.memo, summary });
  return summary;
}

function* bareSummary(source: TextAndSchemas, slice: PartSlice, isPart: boolean): Work<PartSummary> {
  const rows = yield* rowsOfSlice(source, slice, isPart);
  return summaryWith([rows], new Int32Array(rows.count).fill(1));
}

function* groupSummary(source: TextAndSchemas, slice: PartSlice): Work<PartSummary> {
  if (slice.part.type === 'pack') {
    yield;
    return yield* smallGroups(source, slice);
  }
  const [group] = valuesIn(slice);
  const array = trajectoriesOf(source, group!);
  const rows: Rows[] = [];
  if (array !== null)
    for (const inner of slicesIn(array)) rows.push(yield* rowsOfSlice(source, inner, array.row < 0));
  return summaryWith(rows, Int32Array.of(rows.reduce((sum, { count }) => sum + count, 0)));
}

/** The groups of a pack share their rows. */
function* smallGroups(source: TextAndSchemas, slice: PartSlice): Work<PartSummary> {
  const rows: Row[] = [];
  const sizes: number[] = [];
  for (const group of valuesIn(slice)) {
    const array = trajectoriesOf(source, group);
    const before = rows.length;
    if (array !== null)
      for (const inner of slicesIn(array)) for (const row of yield* smallRows(source, inner)) rows.push(row);
    sizes.push(rows.length - before);
  }
  return summaryWith([rowsOf(rows)], Int32Array.from(sizes));
}

function summaryWith(rows: readonly Rows[], trajectories: Int32Array): PartSummary {
  const filled = rows.filter(({ count }) => count > 0);
  return {
    rows: filled,
    groups: trajectories.length === 0 ? [] : [{ trajectories }],
  };
}
