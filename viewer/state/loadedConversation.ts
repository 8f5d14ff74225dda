import type {
  ConversationPage,
  CutText,
  MessageCard,
  MessageProblem,
  Section,
} from '../../server/viewProtocol/conversation';

/** The loaded part of a conversation. Pages are fetched as they come into view. */
export interface Conversation {
  /** Identifies the conversation while it is shown; the trajectory's number may change with edits. */
  readonly id: number;
  readonly trajectory: number;
  /** The document version of the latest page. */
  readonly version: number;
  readonly group: number;
  /** Index in its group. */
  readonly member: number;
  readonly total: number;
  readonly sections: readonly Section[];
  readonly sectionsLeftOut: number;
  readonly problems: readonly MessageProblem[];
  readonly cards: ReadonlyMap<number, MessageCard>;
  /** Cards of the current document version; others predate an edit and are requested again. */
  readonly fresh: ReadonlySet<number>;
  /**
   * Incremented by each edit that touches the conversation. Answers to requests of an earlier generation are ignored.
   */
  readonly generation: number;
  /** Whether a page of this generation is loaded. */
  readonly isCurrent: boolean;
  /** Loaded text of cut texts and raw messages, beyond the cards, by `textKey`. */
  readonly texts: LoadedTexts;
  /** The user's folds, by name. */
  readonly folds: ReadonlyMap<string, boolean>;
}

export interface LoadedText {
  readonly text: string;
  /** Code units of the whole text. */
  readonly length: number;
  /** Predates an edit after which it could not be fetched again. It is not shown. */
  readonly isStale?: true;
}

export type LoadedTexts = ReadonlyMap<string, LoadedText>;

/** Maximum cards kept. */
const maxKeptMessages = 600;

let conversations = 0;

export function conversationFrom(trajectory: number, page: ConversationPage): Conversation {
  const empty: Conversation = {
    ...{ id: ++conversations, trajectory, ...aboutAll(page), generation: 0, isCurrent: true },
    ...{ cards: new Map(), fresh: new Set(), texts: new Map(), folds: new Map() },
  };
  return withPage(empty, page);
}

/** The fields of a page that concern the whole conversation. */
function aboutAll({ version, group, member, total, sections, sectionsLeftOut, problems }: ConversationPage) {
  return { version, group, member, total, sections, sectionsLeftOut, problems };
}

/** Merges a page. Drops cards past the end and, when there are too many, those far from the page. */
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

/** After an edit: visible cards and texts stay until reloaded. */
export function outdated(conversation: Conversation, trajectory: number, isTouched: boolean): Conversation {
  if (!isTouched) return { ...conversation, trajectory };
  const generation = conversation.generation + 1;
  return { ...conversation, trajectory, generation, isCurrent: false, fresh: new Set() };
}

/** What is loaded of a text: what came with its card, or more. */
export function loadedOf(conversation: Conversation | null, text: CutText): string {
  // More than the text if an edit has made it shorter: it may be a part of a string.
  return loadedText(conversation, text)?.text.slice(0, text.length) ?? text.text;
}

/** What is loaded of a text beyond its card; undefined if nothing is that can be shown. */
export function loadedText(conversation: Conversation | null, text: TextRef): LoadedText | undefined {
  const known = conversation?.texts.get(textKey(text));
  return known?.isStale ? undefined : known;
}

/** Identifies a text, enough to request it. */
export type TextRef = Pick<CutText, 'path' | 'form' | 'from'>;

/** The key of a text in `texts`. */
export function textKey({ path, form, from }: TextRef): string {
  return JSON.stringify([form, from, ...path]);
}

/** The text of a key. */
export function textRef(key: string): TextRef {
  const [form, from, ...path] = JSON.parse(key) as [CutText['form'], number, ...CutText['path']];
  return { form, from, path };
}

/** The first message in `from`..`to` (exclusive) that is not fresh; null if all are. */
export function firstMissing(
  { fresh, total, isCurrent }: Conversation,
  from: number,
  to: number,
): number | null {
  let first = Math.max(0, from);
  const end = Math.min(to, total);
  while (first < end && fresh.has(first)) first++;
  if (first < end) return first;
  // Sections and problems come with a page, even when no message is missing.
  return isCurrent ? null : 0;
}
