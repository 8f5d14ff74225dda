import { type Floats, floatsOf, type Integers, integersOf } from './compactArrays';

/** The figures of one trajectory; NaN for a missing number. */
export interface Row {
  readonly reward: number;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  readonly messages: number;
  readonly characters: number;
  readonly problems: number;
  readonly calls: number;
  readonly unanswered: number;
  readonly cutOff: number;
  readonly numbers: readonly NamedNumber[];
  readonly labels: readonly (readonly [name: string, text: string])[];
  /** A hash of its text. */
  readonly fingerprint: number;
  /** The tools that it called; null if none. */
  readonly tools: ReadonlySet<string> | null;
}

/** A number that the document names itself. Booleans are 1 or 0. */
export interface NamedNumber {
  readonly name: string;
  readonly value: number;
  readonly isBoolean: boolean;
}

/** A typed array of a few numbers takes several times the memory of a plain one. */
export type Few = readonly number[];

/** A column of numbers that the document names itself. */
export interface Numbers<Values = Floats | Few> {
  readonly name: string;
  readonly values: Values;
}

/** A column of short texts: per trajectory an index into `texts`, or -1. */
export interface Labels<Values = Integers | Few> {
  readonly name: string;
  readonly texts: readonly string[];
  readonly values: Values;
}

/**
 * A column in which most rows have no value has only the others, and in `at` their rows. Otherwise `at` is null. Each
 * trajectory may have columns of its own, so that whole columns would take rows × rows.
 */
interface Sparse {
  readonly at: Integers | Few | null;
}

/** The rows of a sequence of trajectories. Immutable; different objects may hold the same. */
export interface Rows<F = Floats, I = Integers> {
  readonly count: number;
  readonly reward: F;
  readonly startTime: F;
  readonly messages: I;
  readonly characters: I;
  readonly problems: I;
  readonly calls: I;
  readonly unanswered: I;
  readonly cutOff: I;
  /** Hashes of the texts, to tell which trajectories changed. Not sent to clients. */
  readonly fingerprints: Int32Array;
  readonly numbers: readonly (Numbers<F | Few> & Sparse)[];
  readonly labels: readonly (Labels<I | Few> & Sparse)[];
  /** The names of its columns; rows with the same names mostly share the object. */
  readonly names: ColumnNames;
  /** The tools of row `i`: indices into `names`, `codes[starts[i]]` up to `codes[starts[i + 1]]`. */
  readonly tools: {
    readonly names: readonly string[];
    readonly starts: I;
    readonly codes: I;
  };
}

export interface ColumnNames {
  readonly numbers: readonly string[];
  /** Those of `numbers` that are not all booleans. */
  readonly plain: readonly string[];
  readonly labels: readonly string[];
}

/** Names of earlier rows, so that choosing columns visits each list only once. Cleared when it grows too large. */
const knownNames = new Map<string, ColumnNames>();
const maxCachedNames = 1000;

function namesOf(
  numbers: readonly Numbers[],
  plain: readonly string[],
  labels: readonly Labels[],
): ColumnNames {
  const names = { numbers: numbers.map(({ name }) => name), plain, labels: labels.map(({ name }) => name) };
  const key = JSON.stringify(names);
  const known = knownNames.get(key);
  if (known !== undefined) return known;
  if (knownNames.size >= maxCachedNames) knownNames.clear();
  knownNames.set(key, names);
  return names;
}

/** Combines single rows. */
export function rowsOf(rows: readonly Row[]): Rows {
  const [numbers, labels] = [numbersOf(rows), labelsOf(rows)];
  return {
    count: rows.length,
    reward: floatsOf(rows.map(({ reward }) => reward)),
    startTime: floatsOf(rows.map(({ startTime }) => startTime)),
    messages: integersOf(rows.map(({ messages }) => messages)),
    characters: integersOf(rows.map(({ characters }) => characters)),
    problems: integersOf(rows.map(({ problems }) => problems)),
    calls: integersOf(rows.map(({ calls }) => calls)),
    unanswered: integersOf(rows.map(({ unanswered }) => unanswered)),
    cutOff: integersOf(rows.map(({ cutOff }) => cutOff)),
    fingerprints: Int32Array.from(rows, ({ fingerprint }) => fingerprint),
    numbers,
    labels,
    names: namesOf(numbers, plainNames(rows), labels),
    tools: toolsOf(rows),
  };
}

function numbersOf(rows: readonly Row[]): Rows['numbers'] {
  const columns = new Map<string, Cells>();
  for (const [i, { numbers }] of rows.entries())
    for (const { name, value } of numbers) addCell(columns, name, { row: i, value });
  return [...columns].map(([name, cells]) => {
    // Not spread: there may be very many, and objects made so are larger.
    const { values, at } = columnOf(cells, floatsOf, { count: rows.length, missing: Number.NaN });
    return { name, values, at };
  });
}

/** The values of a column, and their rows. Of two values of a row, the last counts. */
interface Cells {
  readonly at: number[];
  readonly values: number[];
}

function addCell(
  columns: Map<string, Cells>,
  name: string,
  { row, value }: { readonly row: number; readonly value: number },
): void {
  let cells = columns.get(name);
  if (cells === undefined) columns.set(name, (cells = { at: [], values: [] }));
  const at = cells.at.at(-1) === row ? cells.at.length - 1 : cells.at.length;
  cells.at[at] = row;
  cells.values[at] = value;
}

function columnOf<Values>(
  { at, values }: Cells,
  arrayOf: (values: readonly number[]) => Values,
  { count, missing }: { readonly count: number; readonly missing: number },
): { readonly values: Values | Few } & Sparse {
  // Copied, because an array that grew has room for more.
  if (2 * at.length < count) return { values: [...values], at: [...at] };
  const all = new Array<number>(count).fill(missing);
  for (const [i, row] of at.entries()) all[row] = values[i]!;
  return { values: arrayOf(all), at: null };
}

function plainNames(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const { numbers } of rows) for (const { name, isBoolean } of numbers) if (!isBoolean) names.add(name);
  return [...names];
}

function labelsOf(rows: readonly Row[]): Rows['labels'] {
  const columns = new Map<string, Cells>();
  const texts = new Map<string, Codes>();
  for (const [i, { labels }] of rows.entries()) {
    for (const [name, text] of labels) {
      let codes = texts.get(name);
      if (codes === undefined) texts.set(name, (codes = new Codes()));
      addCell(columns, name, { row: i, value: codes.of(text) });
    }
  }
  return [...columns].map(([name, cells]) => {
    const { values, at } = columnOf(cells, integersOf, { count: rows.length, missing: -1 });
    return { name, texts: [...texts.get(name)!.texts], values, at };
  });
}

function toolsOf(rows: readonly Row[]): Rows['tools'] {
  const names = new Codes();
  const starts = [0];
  const codes: number[] = [];
  for (const { tools } of rows) {
    for (const tool of tools ?? []) codes.push(names.of(tool));
    starts.push(codes.length);
  }
  return { names: names.texts, starts: integersOf(starts), codes: integersOf(codes) };
}

/** Texts, numbered in order of their first use. */
export class Codes {
  readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.texts.push(text) - 1));
    return number;
  }
}
