import type {
  ConversationPage,
  CutText,
  MessageCard,
  MessageProblem,
  Section,
} from '../../server/viewProtocol';

/** A conversation as far as it is here: pages are fetched as they come into view. */
export interface Conversation {
  /** Names it for as long as it is on the screen; the trajectory's number may change with the document. */
  readonly id: number;
  readonly trajectory: number;
  /** The version of the document that its latest page is of. */
  readonly version: number;
  readonly group: number;
  /** Its number in its group. */
  readonly member: number;
  readonly total: number;
  readonly sections: readonly Section[];
  readonly sectionsLeftOut: number;
  readonly problems: readonly MessageProblem[];
  readonly cards: ReadonlyMap<number, MessageCard>;
  /** Cards that are as the document is now; the others are from before an edit, and asked for again. */
  readonly fresh: ReadonlySet<number>;
  /** Changes with each edit that touched the conversation: answers to earlier questions do not count. */
  readonly generation: number;
  /** Whether a page of this generation is here. */
  readonly isCurrent: boolean;
  /** What is here of cut texts and raw messages beyond the cards, by `textKey`. */
  readonly texts: ReadonlyMap<string, { readonly text: string; readonly length: number }>;
  /** What a person has folded and unfolded, by name. */
  readonly folds: ReadonlyMap<string, boolean>;
}

/** Messages that are kept. */
const maxKeptMessages = 600;

let conversations = 0;

export function conversationFrom(trajectory: number, page: ConversationPage): Conversation {
  const empty: Conversation = {
    ...{ id: ++conversations, trajectory, ...aboutAll(page), generation: 0, isCurrent: true },
    ...{ cards: new Map(), fresh: new Set(), texts: new Map(), folds: new Map() },
  };
  return withPage(empty, page);
}

/** What every page says of the whole conversation. */
function aboutAll({ version, group, member, total, sections, sectionsLeftOut, problems }: ConversationPage) {
  return { version, group, member, total, sections, sectionsLeftOut, problems };
}

/** With a page in it. Cards behind its end, or far from the page when there are many, are dropped. */
export function withPage(conversation: Conversation, page: ConversationPage): Conversation {
  const cards = new Map(conversation.cards);
  const fresh = new Set(conversation.fresh);
  for (const card of page.messages) {
    cards.set(card.index, card);
    fresh.add(card.index);
  }
  const isCrowded = cards.size > maxKeptMessages;
  for (const index of [...cards.keys()]) {
    const isFar = isCrowded && Math.abs(index - page.from) > maxKeptMessages / 2;
    if (index < page.total && !isFar) continue;
    cards.delete(index);
    fresh.delete(index);
  }
  return { ...conversation, ...aboutAll(page), cards, fresh, isCurrent: true };
}

/** After an edit: what is seen stays until it is here again; texts that were fetched may have changed. */
export function outdated(conversation: Conversation, trajectory: number, isTouched: boolean): Conversation {
  if (!isTouched) return { ...conversation, trajectory };
  const generation = conversation.generation + 1;
  return { ...conversation, trajectory, generation, isCurrent: false, fresh: new Set(), texts: new Map() };
}

/** The name of a text in `texts`. */
export function textKey({ path, form, from }: Pick<CutText, 'path' | 'form' | 'from'>): string {
  return JSON.stringify([form, from, ...path]);
}

/** The first message from `from` up to `to` that is not here as the document is now; null if all are. */
export function firstMissing(
  { fresh, total, isCurrent }: Conversation,
  from: number,
  to: number,
): number | null {
  let first = Math.max(0, from);
  const end = Math.min(to, total);
  while (first < end && fresh.has(first)) first++;
  if (first < end) return first;
  // Sections and problems come with a page, also where there is no message to ask for.
  return isCurrent ? null : 0;
}
