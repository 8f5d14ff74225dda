import type { Work } from '../../work';
import type { Columns } from './columns';
import type { Floats, Integers } from './compactArrays';
import { Codes, type Labels, type Numbers, type Rows } from './rows';

/** Rows as sent to clients. */
export interface MergedRows
  extends Omit<Rows<Float64Array, Int32Array>, 'names' | 'fingerprints' | 'numbers' | 'labels'> {
  readonly numbers: readonly Numbers<Float64Array>[];
  readonly labels: readonly Labels<Int32Array>[];
}

/** Pieces visited between two yields. */
const yieldEvery = 200;

/** Merges pieces of rows. Keeps only the given columns, and of these only those that have values. */
export function* mergedRows(pieces: readonly Rows[], columns: Columns): Work<MergedRows> {
  const starts: number[] = [];
  let count = 0;
  for (const piece of pieces) {
    starts.push(count);
    count += piece.count;
  }
  const floats = (read: (rows: Rows) => Floats): Float64Array => {
    const merged = new Float64Array(count);
    for (const [i, piece] of pieces.entries()) merged.set(read(piece), starts[i]!);
    return merged;
  };
  const integers = (read: (rows: Rows) => Integers): Int32Array => {
    const merged = new Int32Array(count);
    for (const [i, piece] of pieces.entries()) merged.set(read(piece), starts[i]!);
    return merged;
  };
  yield;
  const at = { pieces, starts, count };
  return {
    count,
    reward: floats(({ reward }) => reward),
    startTime: floats(({ startTime }) => startTime),
    messages: integers(({ messages }) => messages),
    characters: integers(({ characters }) => characters),
    problems: integers(({ problems }) => problems),
    calls: integers(({ calls }) => calls),
    unanswered: integers(({ unanswered }) => unanswered),
    cutOff: integers(({ cutOff }) => cutOff),
    numbers: yield* mergedNumbers(at, columns.numbers),
    labels: yield* mergedLabels(at, columns.labels),
    tools: yield* mergedTools(at),
  };
}

interface Pieces {
  readonly pieces: readonly Rows[];
  /** The number of rows before each piece. */
  readonly starts: readonly number[];
  readonly count: number;
}

function* mergedNumbers(
  { pieces, starts, count }: Pieces,
  names: readonly string[],
): Work<Numbers<Float64Array>[]> {
  const columns = new Map<string, Float64Array>();
  const isWanted = new Set(names);
  for (const [i, { numbers }] of pieces.entries()) {
    for (const { name, values, at } of numbers) {
      if (!isWanted.has(name)) continue;
      let column = columns.get(name);
      if (column === undefined) columns.set(name, (column = new Float64Array(count).fill(Number.NaN)));
      if (at === null) column.set(values, starts[i]!);
      else for (const [k, row] of at.entries()) column[starts[i]! + row] = values[k]!;
    }
    if (i % yieldEvery === 0) yield;
  }
  return [...columns].map(([name, values]) => ({ name, values }));
}

function* mergedLabels(
  { pieces, starts, count }: Pieces,
  names: readonly string[],
): Work<Labels<Int32Array>[]> {
  const columns = new Map<string, { readonly codes: Codes; readonly values: Int32Array }>();
  const isWanted = new Set(names);
  for (const [i, { labels }] of pieces.entries()) {
    for (const { name, texts, values, at } of labels) {
      if (!isWanted.has(name)) continue;
      let column = columns.get(name);
      if (column === undefined)
        columns.set(name, (column = { codes: new Codes(), values: new Int32Array(count).fill(-1) }));
      const codes = texts.map((text) => column.codes.of(text));
      for (const [k, value] of values.entries())
        column.values[starts[i]! + (at?.[k] ?? k)] = value < 0 ? -1 : codes[value]!;
    }
    if (i % yieldEvery === 0) yield;
  }
  return [...columns].map(([name, { codes, values }]) => ({ name, texts: codes.texts, values }));
}

function* mergedTools({ pieces, starts: first, count }: Pieces): Work<MergedRows['tools']> {
  const all = new Codes();
  const starts = new Int32Array(count + 1);
  const codes: number[] = [];
  for (const [i, { tools, count: own }] of pieces.entries()) {
    const numbers = tools.names.map((name) => all.of(name));
    for (let k = 0; k < own; k++) {
      for (let at = tools.starts[k]!; at < tools.starts[k + 1]!; at++) codes.push(numbers[tools.codes[at]!]!);
      starts[first[i]! + k + 1] = codes.length;
    }
    if (i % yieldEvery === 0) yield;
  }
  return { names: all.texts, starts, codes: Int32Array.from(codes) };
}
