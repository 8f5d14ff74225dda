import type { Columns, Layout } from '../columns/columns';
import { callersOf } from '../columns/tools';
import { isMeasure, type Measure, type Measured } from '../measures';
import { slackOf } from '../rounding';
import { type Condition, matchCondition, missingIn } from './conditions';
import { namedBy } from './numberSearch';

/** Values from `from` to `to`, inclusive. One that misses `from` only by rounding passes, as in pass@k. */
export interface RangeFilter {
  readonly measure: Measure;
  readonly from: number;
  readonly to: number;
}

/** Whether a restored value is a range filter. */
export function isRangeFilter(kept: unknown): kept is RangeFilter {
  if (typeof kept !== 'object' || kept === null) return false;
  const { measure, from, to } = kept as Record<string, unknown>;
  return (
    typeof measure === 'string' && isMeasure(measure) && typeof from === 'number' && typeof to === 'number'
  );
}

const traits = ['withSpread', 'withoutSpread', 'unknownSpread', 'problems', 'unanswered', 'cutOff'] as const;

/** A filter that is on or off. */
export type Trait = (typeof traits)[number];

/** Whether a restored value is such a filter. */
export function isTrait(kept: unknown): kept is Trait {
  return traits.some((trait) => trait === kept);
}

export interface Filters {
  /** Part of a label of the trajectory, ignoring case, or the number of its group. */
  readonly text: string;
  readonly tool: string | null;
  readonly traits: readonly Trait[];
  /** Ranges selected in charts and tables. */
  readonly ranges: readonly RangeFilter[];
  /** Typed conditions. */
  readonly conditions: readonly Condition[];
}

export const noFilters: Filters = { text: '', tool: null, traits: [], ranges: [], conditions: [] };

export function isFiltering({ text, tool, traits, ranges, conditions }: Filters): boolean {
  return text.trim() !== '' || tool !== null || [traits, ranges, conditions].some(({ length }) => length > 0);
}

/** Marks the trajectories that pass all filters: 1 or 0 each. */
export function passing(columns: Columns, filters: Filters, measured: Measured): Uint8Array {
  const mask = new Uint8Array(columns.trajectories).fill(1);
  for (const { measure, from, to } of filters.ranges)
    keepRange(mask, measured(measure), from - slackOf(from), to);
  for (const condition of filters.conditions) keepMarked(mask, matchCondition(columns, condition, measured));
  for (const trait of filters.traits) keepTrait(mask, measured, trait);
  if (filters.tool !== null) keepMarked(mask, callersOf(columns.tools, filters.tool));
  if (columns.hits !== null) keepRange(mask, columns.hits, 1, Infinity);
  const text = filters.text.trim().toLowerCase();
  if (text !== '') keepMarked(mask, withText(columns, text));
  return mask;
}

function keepMarked(mask: Uint8Array, marks: Uint8Array): void {
  for (let i = 0; i < mask.length; i++) mask[i]! &= marks[i]!;
}

/** NaN is in no range. */
function keepRange(mask: Uint8Array, values: ArrayLike<number>, from: number, to: number): void {
  for (let i = 0; i < mask.length; i++) if (!(values[i]! >= from && values[i]! <= to)) mask[i] = 0;
}

function keepTrait(mask: Uint8Array, measured: Measured, trait: Trait): void {
  if (trait === 'unknownSpread') keepMarked(mask, missingIn(measured('spread')));
  else if (trait === 'withoutSpread') keepRange(mask, measured('spread'), 0, 0);
  else keepRange(mask, measured(trait === 'withSpread' ? 'spread' : trait), Number.MIN_VALUE, Infinity);
}

/** Tests each distinct label once, however many trajectories have it. */
function withText(columns: Columns, text: string): Uint8Array {
  const { labels } = columns;
  const marks = namedBy(columns, text);
  for (const { texts, values } of labels.values()) {
    const fits = texts.map((label) => label.toLowerCase().includes(text));
    if (!fits.includes(true)) continue;
    for (let i = 0; i < values.length; i++) if (values[i]! >= 0 && fits[values[i]!]) marks[i] = 1;
  }
  return marks;
}

/** Number of passing trajectories per group. */
export function leftInGroups({ groups, groupOf }: Layout, mask: Uint8Array): Int32Array {
  const left = new Int32Array(groups);
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) left[groupOf[i]!]!++;
  return left;
}
