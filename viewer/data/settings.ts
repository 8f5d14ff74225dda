import type { ComparedRef } from './comparing';
import { isCondition } from './filtering/conditions';
import { type Filters, isRangeFilter, isTrait, noFilters } from './filtering/filters';
import { isColumnKey, isNumberColumn, type Measure } from './measures';
import { documentOrder, type Order } from './sorting';

/** The search of the messages, and how its hits are shown. */
export interface FindSettings {
  readonly isOpen: boolean;
  readonly text: string;
  readonly isExpression: boolean;
  readonly isCaseSensitive: boolean;
  /** Empty for all roles. */
  readonly role: string;
  /** List only trajectories with hits. */
  readonly isFilter: boolean;
  readonly showsHits: boolean;
}

/** The comparison with another file. */
export interface AcrossSettings {
  /** The URI of the other file; empty for none. */
  readonly other: string;
  /** How groups are matched: `key:NAME`, `index`, or empty for the best key that is found. */
  readonly matchBy: string;
  /** The other file is the one before. */
  readonly isSwapped: boolean;
  readonly isBestFirst: boolean;
  /** Which trajectories of a match are compared: a `Pair`. */
  readonly pair: string;
  /** What is listed: matches, all or those of one `Effect`; or the groups without a counterpart: `own` or `other`. */
  readonly listed: string;
  /** Lists only matches whose name contains it. */
  readonly search: string;
}

/** The user's settings in the view. Kept over a reload; the only document text in them is names and searches. */
export interface Settings {
  readonly filters: Filters;
  readonly order: Order;
  /** The measure used in place of the reward. */
  readonly value: Measure;
  readonly length: 'messages' | 'characters';
  /** The value needed to pass; null for the default. */
  readonly threshold: number | null;
  /** Divide advantages by the spread of their group. */
  readonly isScaled: boolean;
  /** Label columns in the list; null selects the distinguishing ones automatically. */
  readonly labels: readonly string[] | null;
  /** List trajectories without groups. */
  readonly isFlat: boolean;
  readonly showsOverview: boolean;
  /** Charts shown as tables. */
  readonly tables: readonly string[];
  readonly unfolded: readonly number[];
  /** Folds in the conversation, by name. */
  readonly folds: readonly (readonly [string, boolean])[];
  /** Roles whose texts are rendered as Markdown. */
  readonly markdown: readonly string[];
  readonly showsReasoning: boolean;
  /** The trajectories being compared; none if empty. */
  readonly compared: readonly ComparedRef[];
  readonly across: AcrossSettings;
  /** Compared trajectories scroll each by itself. */
  readonly scrollsApart: boolean;
  readonly find: FindSettings;
  /** In a narrow view: show the conversation instead of the list. */
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
  compared: [],
  across: {
    other: '',
    matchBy: '',
    isSwapped: false,
    isBestFirst: false,
    pair: 'change',
    listed: 'matched',
    search: '',
  },
  scrollsApart: false,
  find: {
    isOpen: false,
    text: '',
    isExpression: false,
    isCaseSensitive: false,
    role: '',
    isFilter: false,
    showsHits: true,
  },
  showsConversation: false,
};

/** Restores settings. Anything invalid, for instance from another version, gets its default. */
export function settingsFrom(kept: Readonly<Record<string, unknown>>): Settings {
  const known = Object.entries(firstSettings).map(([name, first]) => {
    const value = kept[name];
    return [name, fits(value, first, name) ? value : first];
  });
  return Object.fromEntries(known) as Settings;
}

function fits(value: unknown, first: unknown, name: string): boolean {
  const isValid = checks[name];
  if (isValid !== undefined) return isValid(value);
  const isItem = items[name];
  if (isItem !== undefined) return Array.isArray(value) && value.every(isItem);
  if (Array.isArray(first)) return isList(value);
  if (typeof first === 'object' && first !== null) {
    if (typeof value !== 'object' || value === null) return false;
    const members = value as Record<string, unknown>;
    return Object.entries(first).every(([key, part]) => fits(members[key], part, key));
  }
  return typeof value === typeof first;
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => ['string', 'number', 'object'].includes(typeof item));
}

/** Checks of settings of which more than the type is known, or that may be null. */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  threshold: (value) => value === null || typeof value === 'number',
  labels: (value) => value === null || isList(value),
  tool: (value) => value === null || typeof value === 'string',
  by: (value) => typeof value === 'string' && (value === 'document' || isColumnKey(value)),
  value: (value) => typeof value === 'string' && (value === 'reward' || isNumberColumn(value)),
  length: (value) => value === 'messages' || value === 'characters',
};

/** Item checks of lists whose items have no single simple type. */
const items: Readonly<Record<string, (item: unknown) => boolean>> = {
  folds: isFold,
  traits: isTrait,
  ranges: isRangeFilter,
  conditions: isCondition,
  compared: isComparedRef,
};

function isComparedRef(value: unknown): boolean {
  const { trajectory, isOther } = (value ?? {}) as Partial<ComparedRef>;
  return Number.isInteger(trajectory) && typeof isOther === 'boolean';
}

function isFold(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';
}
