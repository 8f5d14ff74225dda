import type { ConversationPage } from '../../server/viewProtocol/conversation';
import {
  type Conversation,
  conversationFrom,
  firstMissing,
  type LoadedTexts,
  type TextRef,
  textKey,
  textRef,
  withPage,
} from './loadedConversation';
import type { View } from './view';

/** Messages per request. */
const pageSize = 24;
/** Code units per unfold step. */
export const maxUnfoldedAtOnce = 50_000;

/** Fetches a trajectory's conversation with the page around a message; null if it no longer exists. */
export async function fetchConversation(
  view: View,
  trajectory: number,
  message: number | null,
): Promise<Conversation | null> {
  const from = Math.max(0, (message ?? 0) - 6);
  const isAhead = from === 0 && ahead?.trajectory === trajectory;
  const page = await (isAhead ? ahead!.page : pageOf(view, trajectory, from));
  return page === null ? null : conversationFrom(trajectory, page);
}

function pageOf(view: View, trajectory: number, from: number): Promise<ConversationPage | null> {
  return view.host.ask('conversation', { trajectory, from, count: pageSize });
}

/** The prefetched first page of the trajectory likely to be shown next. */
let ahead: { readonly trajectory: number; readonly page: Promise<ConversationPage | null> } | null = null;

/** Prefetches the first page of a trajectory. */
export function fetchAhead(view: View, trajectory: number): void {
  if (ahead?.trajectory === trajectory) return;
  const fetched = { trajectory, page: pageOf(view, trajectory, 0) };
  ahead = fetched;
  const forget = () => {
    if (ahead === fetched) ahead = null;
  };
  // A failure is reported when the conversation is actually requested.
  fetched.page.then((page) => page ?? forget(), forget);
}

/** Questions without an answer yet. */
const pending = new Set<string>();
/** Questions that were answered with null or an error. They are not repeated on every frame. */
const refused = new Set<string>();

/** After a document change: allows all questions again, and drops the prefetched page. */
export function askAgain(): void {
  pending.clear();
  refused.clear();
  ahead = null;
}

/** The messages that were needed last. */
let needed = { from: 0, to: 0 };

/** Requests the same messages after an edit, without waiting for the next frame. */
export function needMessagesAgain(view: View): void {
  needMessages(view, needed.from, needed.to);
}

/** Requests missing messages in `from`..`to` (exclusive), and redraws when they arrive. */
export function needMessages(view: View, from: number, to: number): void {
  needed = { from, to };
  const { conversation } = view;
  if (conversation === null) return;
  const { trajectory } = conversation;
  const first = firstMissing(conversation, from, to);
  const key = keyOf(view, conversation);
  const question = `${key}/${first}`;
  if (first === null || pending.has(key) || refused.has(question)) return;
  pending.add(key);
  view.host
    .ask('conversation', { trajectory, from: first, count: pageSize })
    .then(async (page) => {
      if (page === null) return void refused.add(question);
      const texts = conversation.isCurrent
        ? null
        : await textsAgain(view, { ...conversation, version: page.version });
      // What was refused before may be answered now, too.
      refused.clear();
      const now = view.conversation;
      // Another trajectory may have its number now.
      if (!isSame(now, conversation) || now.trajectory !== trajectory) return;
      view.conversation = withPage(texts === null ? now : withTexts(now, conversation, texts), page);
      if (view.trajectory === trajectory) keepMessage(view, page);
    })
    .catch((error: Error) => {
      refused.add(question);
      view.failure = error.message;
    })
    .finally(() => {
      pending.delete(key);
      view.update();
    });
}

/** Maximum code units of texts that are fetched again after an edit. Others are cut off as in a new conversation. */
const maxTextAgain = 1_000_000;
/** Code units by which a text may grow in an edit and still be loaded whole. */
const maxGrowth = 1000;

/** The texts of a conversation as they are after an edit, as far as they were loaded before it. */
async function textsAgain(view: View, conversation: Conversation): Promise<LoadedTexts> {
  let left = maxTextAgain;
  const wanted = [...conversation.texts].filter(([, { text }]) => {
    const fits = text.length + maxGrowth <= left;
    if (fits) left -= text.length + maxGrowth;
    return fits;
  });
  const texts = await Promise.all(
    wanted.map(async ([key, known]) => {
      const ref = textRef(key);
      const isWhole = known.text.length === known.length;
      const to = known.text.length + (isWhole ? maxGrowth : 0);
      const again = await textIn(view, conversation, ref, 0, to);
      // It is gone, or there is another version already, after which it is fetched once more.
      if (again === null) return [key, { ...known, isStale: true }] as const;
      return [key, { text: again.text, length: again.length - ref.from }] as const;
    }),
  );
  return new Map(texts);
}

/** Texts that were fetched again, and those that were loaded since `before`. */
function withTexts(now: Conversation, before: Conversation, again: LoadedTexts): Conversation {
  const since = [...now.texts].filter(([key, known]) => before.texts.get(key) !== known);
  return { ...now, texts: new Map([...again, ...since]) };
}

/** If an edit has removed the current message, the last one is current. */
export function keepMessage(view: View, { total }: Pick<ConversationPage, 'total'>): void {
  if (view.message !== null) view.message = total === 0 ? null : Math.min(view.message, total - 1);
}

/** Fetches the next `count` code units after `shown`, and redraws. */
export function needText(view: View, text: TextRef, shown: string, count: number): void {
  const before = view.conversation;
  if (before === null) return;
  const key = textKey(text);
  const question = `${keyOf(view, before)}/${key}`;
  if (pending.has(question) || refused.has(question)) return;
  pending.add(question);
  void textOf(view, text, shown.length, shown.length + count).then((more) => {
    pending.delete(question);
    if (more === null) return void refused.add(question);
    const now = view.conversation;
    if (!isSame(now, before)) return;
    const whole = { text: shown + more.text, length: more.length - text.from };
    view.conversation = { ...now, texts: new Map(now.texts).set(key, whole) };
    view.update();
  });
}

/** The same when the user asks for it, also if it was refused before. */
export function moreText(view: View, text: TextRef, shown: string, count: number): void {
  if (view.conversation !== null) refused.delete(`${keyOf(view, view.conversation)}/${textKey(text)}`);
  needText(view, text, shown, count);
}

interface TextSlice {
  readonly text: string;
  readonly length: number;
}

/** A slice of a text in the shown conversation; null if the document has changed. */
export async function textOf(view: View, ref: TextRef, from: number, to: number): Promise<TextSlice | null> {
  const { conversation } = view;
  return conversation && (await textIn(view, conversation, ref, from, to));
}

/** A trajectory, and the version of its document when it was last fetched. */
export interface FetchedIn extends Pick<Conversation, 'trajectory' | 'version'> {
  readonly isOther?: boolean;
}

/** The same of any trajectory. */
export async function textIn(
  view: View,
  { trajectory, version, isOther = false }: FetchedIn,
  { path, form, from: start }: TextRef,
  from: number,
  to: number,
): Promise<TextSlice | null> {
  const columns = isOther ? view.other?.columns : view.columns;
  const newest = Math.max(version, columns?.version ?? 0);
  try {
    const ref = { version: newest, trajectory, path, form };
    return await view.host.ask('text', { ...ref, from: start + from, to: start + to }, isOther);
  } catch (error) {
    view.failure = (error as Error).message;
    view.update();
    return null;
  }
}

/** Folds or unfolds the item with a name. */
export function fold(view: View, name: string, isFolded: boolean): void {
  if (view.conversation === null) return;
  const folds = new Map(view.conversation.folds).set(name, isFolded);
  view.conversation = { ...view.conversation, folds };
  view.update();
}

/** What is asked about, and in which version: what has no answer in one may have one in the next. */
function keyOf({ columns }: View, { id, generation, trajectory }: Conversation): string {
  return `${id}/${generation}/${trajectory}/${columns?.version}`;
}

function isSame(now: Conversation | null, before: Conversation): now is Conversation {
  return now !== null && now.id === before.id && now.generation === before.generation;
}
