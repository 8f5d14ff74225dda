import { isCondition } from './filtering/conditions';
import { type Filters, isRangeFilter, noFilters } from './filtering/filters';
import type { Measure } from './measures';
import { documentOrder, type Order } from './sorting';

/** What a person has set in the view: kept for a reload, and nothing of the document's text but names and searches. */
export interface Settings {
  readonly filters: Filters;
  readonly order: Order;
  /** What stands in place of the reward. */
  readonly value: Measure;
  readonly length: 'messages' | 'characters';
  /** What a value has to reach to pass; null until it is set. */
  readonly threshold: number | null;
  /** Advantages divided by the spread of their group. */
  readonly isScaled: boolean;
  /** Label columns in the list; null as long as they are chosen by what tells items apart. */
  readonly labels: readonly string[] | null;
  /** Trajectories without their groups. */
  readonly isFlat: boolean;
  readonly showsOverview: boolean;
  /** Pictures whose table is shown. */
  readonly tables: readonly string[];
  readonly unfolded: readonly number[];
  /** What is folded and unfolded in the conversation, by name. */
  readonly folds: readonly (readonly [string, boolean])[];
  /** Roles whose texts are rendered as Markdown. */
  readonly markdown: readonly string[];
  readonly showsReasoning: boolean;
  /** In a narrow view: the conversation, or the way to it. */
  readonly showsConversation: boolean;
}

export const firstSettings: Settings = {
  filters: noFilters,
  order: documentOrder,
  value: 'reward',
  length: 'messages',
  threshold: null,
  isScaled: false,
  labels: null,
  isFlat: false,
  showsOverview: true,
  tables: [],
  unfolded: [],
  folds: [],
  markdown: [],
  showsReasoning: false,
  showsConversation: false,
};

/** Settings as they were kept: what does not look like one of ours, such as one of another version, is as at first. */
export function settingsFrom(kept: Readonly<Record<string, unknown>>): Settings {
  const known = Object.entries(firstSettings).map(([name, first]) => {
    const value = kept[name];
    return [name, fits(value, first, name) ? value : first];
  });
  return Object.fromEntries(known) as Settings;
}

function fits(value: unknown, first: unknown, name: string): boolean {
  if (name === 'threshold') return value === null || typeof value === 'number';
  if (name === 'labels') return value === null || isList(value);
  const isItem = items[name];
  if (isItem !== undefined) return Array.isArray(value) && value.every(isItem);
  if (Array.isArray(first)) return isList(value);
  if (typeof first === 'object' && first !== null) {
    if (typeof value !== 'object' || value === null) return false;
    const members = value as Record<string, unknown>;
    return Object.entries(first).every(([key, part]) => part === null || fits(members[key], part, key));
  }
  return typeof value === typeof first;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => ['string', 'number', 'object'].includes(typeof item));
}

/** Of lists whose items are not of one simple type: what their items are. */
const items: Readonly<Record<string, (item: unknown) => boolean>> = {
  folds: isFold,
  ranges: isRangeFilter,
  conditions: isCondition,
};

function isFold(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';
}
