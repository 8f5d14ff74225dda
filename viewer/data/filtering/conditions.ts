import type { Columns } from '../columns/columns';
import {
  type ColumnKey,
  isColumnKey,
  isLabelKey,
  isNumberColumn,
  labelOfKey,
  type Measure,
  type Measured,
} from '../measures';
import { roundingOf } from '../rounding';
import { collator } from '../sorting';

export type Comparison = '=' | '≠' | '<' | '≤' | '>' | '≥' | 'contains' | 'missing';

/** A typed condition on the values of a column. Missing values meet only `missing`, which needs no `value`. */
export interface Condition {
  readonly column: ColumnKey;
  readonly comparison: Comparison;
  readonly value: string;
}

const ofNumbers: readonly Comparison[] = ['=', '≠', '<', '≤', '>', '≥', 'missing'];
const ofLabels: readonly Comparison[] = ['=', '≠', 'contains', '<', '≤', '>', '≥', 'missing'];

export function comparisonsOf(column: ColumnKey): readonly Comparison[] {
  return isLabelKey(column) ? ofLabels : ofNumbers;
}

/** Why a condition is invalid and what to type instead, or null. */
export function conditionError({ column, comparison, value }: Condition): string | null {
  if (comparison === 'missing') return null;
  if (value.trim() === '') return 'Type a value to compare with.';
  if (isLabelKey(column) || intervalIn(column, value) !== null) return null;
  if (column === 'startTime') return 'Type a date or a time in UTC, such as 2024-05-15 or 2024-05-15 15:00.';
  return 'Type a number, such as 0.5 or -2.';
}

/** Whether a restored value is a valid condition. */
export function isCondition(kept: unknown): kept is Condition {
  if (typeof kept !== 'object' || kept === null) return false;
  const { column, comparison, value } = kept as Record<string, unknown>;
  if (typeof column !== 'string' || typeof comparison !== 'string' || typeof value !== 'string') return false;
  const condition = kept as Condition;
  return (
    isColumnKey(column) &&
    comparisonsOf(condition.column).includes(condition.comparison) &&
    conditionError(condition) === null
  );
}

/** Marks the trajectories that meet a condition: 1 or 0 each. */
export function matchCondition(columns: Columns, condition: Condition, measured: Measured): Uint8Array {
  const { column } = condition;
  return isLabelKey(column)
    ? withLabel(columns, labelOfKey(column), condition)
    : withNumber(measured(column), column, condition);
}

/** Tests each distinct label once, however many trajectories have it. */
function withLabel({ labels, trajectories }: Columns, name: string, condition: Condition): Uint8Array {
  const marks = new Uint8Array(trajectories);
  const column = labels.get(name);
  if (column === undefined) return condition.comparison === 'missing' ? marks.fill(1) : marks;
  if (condition.comparison === 'missing') return marks.map((_, i) => Number(column.values[i]! < 0));
  const meets = labelTest(condition);
  const fits = column.texts.map(meets);
  for (let i = 0; i < trajectories; i++) {
    const code = column.values[i]!;
    if (code >= 0 && fits[code]) marks[i] = 1;
  }
  return marks;
}

function labelTest({ comparison, value }: Condition): (label: string) => boolean {
  const wanted = value.trim();
  const inside = wanted.toLowerCase();
  switch (comparison) {
    case '=':
      return (label) => label === wanted;
    case '≠':
      return (label) => label !== wanted;
    case 'contains':
      return (label) => label.toLowerCase().includes(inside);
    case '<':
      return (label) => compareLabels(label, wanted) < 0;
    case '≤':
      return (label) => compareLabels(label, wanted) <= 0;
    case '>':
      return (label) => compareLabels(label, wanted) > 0;
    case '≥':
      return (label) => compareLabels(label, wanted) >= 0;
    case 'missing':
      return () => false;
  }
}

/** Compares numbers by value, including negative ones; anything else alphabetically. */
function compareLabels(a: string, b: string): number {
  const [x, y] = [numberIn(a), numberIn(b)];
  return x === null || y === null ? collator.compare(a, b) : x - y;
}

/** Marks missing numbers: 1 or 0 each. */
export function missingIn(values: ArrayLike<number>): Uint8Array {
  return Uint8Array.from(values, (value) => Number(Number.isNaN(value)));
}

function withNumber(values: ArrayLike<number>, column: Measure, condition: Condition): Uint8Array {
  if (condition.comparison === 'missing') return missingIn(values);
  const marks = new Uint8Array(values.length);
  const interval = intervalIn(column, condition.value);
  if (interval === null) return marks;
  const meets = numberTest(condition.comparison, interval);
  for (let i = 0; i < marks.length; i++) if (meets(values[i]!)) marks[i] = 1;
  return marks;
}

/** The numbers that a typed value covers: one number, or a range of times such as a day. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

function numberTest(comparison: Comparison, { from, to }: Interval): (value: number) => boolean {
  switch (comparison) {
    case '≠':
      return (value) => value < from || value > to;
    case '<':
      return (value) => value < from;
    case '≤':
      return (value) => value <= to;
    case '>':
      return (value) => value > to;
    case '≥':
      return (value) => value >= from;
    default:
      return (value) => value >= from && value <= to;
  }
}

const computed: readonly Measure[] = ['mean', 'spread', 'advantage'];

function intervalIn(column: Measure, text: string): Interval | null {
  if (column === 'startTime') return momentsIn(text.trim());
  const number = numberIn(text.trim()) ?? (isNumberColumn(column) ? booleanIn(text.trim()) : null);
  if (number === null) return null;
  // What is computed is rounded: the mean of 0.1, 0.2 and 0.3 is 0.20000000000000004.
  const rounding = computed.includes(column) ? roundingOf(number) : 0;
  return { from: number - rounding, to: number + rounding };
}

const booleans = new Map([
  ['true', 1],
  ['false', 0],
]);

/** Boolean columns are number columns with 1 and 0. */
function booleanIn(text: string): number | null {
  return booleans.get(text.toLowerCase()) ?? null;
}

/** Parses a number as typed or as shown in the view: `12,300`, `−0.25`. */
function numberIn(text: string): number | null {
  const plain = text
    .replace(/^−/, '-')
    .replace(/^([-+]?\d{1,3}(?:,\d{3})+)(?=\.|$)/, (digits) => digits.replaceAll(',', ''));
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

const moment = /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d)?)?(?: ?(?:Z|UTC))?$/i;

/** Parses a day, minute or second in UTC into the range of its milliseconds. */
function momentsIn(text: string): Interval | null {
  const [, day, minute, second] = moment.exec(text) ?? [];
  if (day === undefined) return null;
  const written = `${day}T${minute ?? '00:00'}${second ?? ':00'}.000Z`;
  const from = Date.parse(written);
  // `Date.parse` accepts some nonexistent days as days of the next month.
  if (Number.isNaN(from) || new Date(from).toISOString() !== written) return null;
  const length = minute === undefined ? 86_400_000 : second === undefined ? 60_000 : 1000;
  return { from, to: from + length - 1 };
}

/** The condition being typed, and why it was rejected. */
export interface Draft extends Condition {
  readonly error: string | null;
}

export const firstDraft: Draft = { column: 'reward', comparison: '=', value: '', error: null };
