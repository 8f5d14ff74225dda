import type { ComparedTrajectory, Comparison } from '../../server/viewProtocol/comparison';
import type { ConversationPage, MessageCard } from '../../server/viewProtocol/conversation';
import { integersOf } from '../data/columns/base64';
import type { ComparedRef } from '../data/comparing';

/** A comparison and the messages of it that are loaded. */
export interface LoadedComparison {
  readonly refs: readonly ComparedRef[];
  /** The version of each trajectory's document. */
  readonly versions: readonly number[];
  readonly trajectories: readonly ComparedTrajectory[];
  /** Number of rows. */
  readonly count: number;
  /** Per row and column the index of a message, or -1. */
  readonly messages: Int32Array;
  readonly alike: Int32Array;
  /** Per row; null if its messages have none. */
  readonly roles: readonly (string | null)[];
  readonly firstDifference: number | null;
  readonly firstOfAssistant: number | null;
  readonly isCut: boolean;
  /** Loaded messages, by column. */
  readonly cards: readonly ReadonlyMap<number, MessageCard>[];
  /** Texts that were loaded further, by `textName`. */
  readonly texts: ReadonlyMap<string, string>;
  /** The first rows of runs of alike messages that the user has unfolded. */
  readonly unfolded: ReadonlySet<number>;
  /** The first item of the window that is rendered. */
  readonly first: number;
}

export function loadedFrom(found: Comparison, refs: readonly ComparedRef[]): LoadedComparison {
  const { versions, trajectories, firstDifference, firstOfAssistant, isCut, roles } = found;
  const alike = integersOf(found.alike);
  return {
    ...{ refs, versions, trajectories, firstDifference, firstOfAssistant, isCut, alike },
    count: alike.length,
    messages: integersOf(found.rows),
    roles: Array.from(integersOf(roles.rows), (code) => roles.names[code] ?? null),
    cards: trajectories.map(() => new Map()),
    texts: new Map(),
    unfolded: new Set(),
    first: 0,
  };
}

/** The index of a column's message in a row; -1 if it has none. */
export function messageAt({ trajectories, messages }: LoadedComparison, row: number, column: number): number {
  return messages[row * trajectories.length + column]!;
}

/** The row of a column's message; -1 if it is not compared. */
export function rowOf(shown: LoadedComparison, column: number, message: number): number {
  for (let row = 0; row < shown.count; row++) if (messageAt(shown, row, column) === message) return row;
  return -1;
}

export function withCards(shown: LoadedComparison, column: number, page: ConversationPage): LoadedComparison {
  const cards = new Map(shown.cards[column]);
  for (const card of page.messages) cards.set(card.index, card);
  return { ...shown, cards: shown.cards.map((own, i) => (i === column ? cards : own)) };
}

/** What a comparison lists: rows, folded runs of alike rows, and marks before the first differences. */
export type Item =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'fold'; readonly from: number; readonly to: number; readonly isOpen: boolean }
  | { readonly kind: 'separator'; readonly name: SeparatorName; readonly row: number };

export type SeparatorName = 'First difference' | 'First difference of the assistant';

export function itemsOf(shown: LoadedComparison): Item[] {
  const { count, alike, unfolded, firstDifference, firstOfAssistant } = shown;
  const items: Item[] = [];
  for (let row = 0; row < count; ) {
    if (alike[row] === 0) {
      if (row === firstDifference) items.push({ kind: 'separator', name: 'First difference', row });
      if (row === firstOfAssistant)
        items.push({ kind: 'separator', name: 'First difference of the assistant', row });
      items.push({ kind: 'row', row: row++ });
      continue;
    }
    const from = row;
    while (row < count && alike[row] === 1) row++;
    const isOpen = unfolded.has(from);
    items.push({ kind: 'fold', from, to: row, isOpen });
    if (isOpen) for (let inner = from; inner < row; inner++) items.push({ kind: 'row', row: inner });
  }
  return items;
}

/** Items rendered at a time. */
export const windowSize = 80;

export function windowOf(shown: LoadedComparison): {
  readonly items: readonly Item[];
  readonly before: number;
  readonly after: number;
} {
  const all = itemsOf(shown);
  // Fewer items may be left behind it: after a fold, or an edit.
  const first = Math.max(0, Math.min(shown.first, all.length - windowSize));
  const items = all.slice(first, first + windowSize);
  return { items, before: first, after: all.length - first - items.length };
}

/** The first message in the window that is not loaded, and the number up to the last one; null if all are. */
export function missingIn(
  shown: LoadedComparison,
  column: number,
): { readonly from: number; readonly count: number } | null {
  const missing = windowOf(shown).items.flatMap((item) => {
    const message = item.kind === 'row' ? messageAt(shown, item.row, column) : -1;
    return message < 0 || shown.cards[column]!.has(message) ? [] : [message];
  });
  const [from] = missing;
  return from === undefined ? null : { from, count: missing.at(-1)! - from + 1 };
}
