import type { ConversationPage, CutText } from '../../server/viewProtocol';
import type { View } from '../view';
import { type Conversation, conversationFrom, firstMissing, textKey, withPage } from './loaded';

/** Messages that are asked for at once. */
const pageSize = 24;
/** Code units that are unfolded at once. */
export const maxUnfoldedAtOnce = 50_000;

/** A trajectory's conversation with the page around a message; null if the document does not have it any longer. */
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

/** The first page of what is likely to be shown next. */
let ahead: { readonly trajectory: number; readonly page: Promise<ConversationPage | null> } | null = null;

/** Asks for the conversation of a trajectory before somebody wants to see it, so that it is there at once. */
export function fetchAhead(view: View, trajectory: number): void {
  if (ahead?.trajectory === trajectory) return;
  const fetched = { trajectory, page: pageOf(view, trajectory, 0) };
  ahead = fetched;
  const forget = () => {
    if (ahead === fetched) ahead = null;
  };
  // A failure is told when the conversation is wanted.
  fetched.page.then((page) => page ?? forget(), forget);
}

/** Questions that are not answered yet, or were answered with nothing: they are not repeated with each frame. */
const asked = new Set<string>();

/** What was refused may be asked again, and what is ahead is old: there is another version of the document. */
export function askAgain(): void {
  asked.clear();
  ahead = null;
}

/** Asks for what is missing of the messages from `from` up to `to`; draws when it is here. */
export function needMessages(view: View, from: number, to: number): void {
  const { conversation } = view;
  if (conversation === null) return;
  const { id, generation, trajectory } = conversation;
  const first = firstMissing(conversation, from, to);
  const key = `${id}/${generation}`;
  if (first === null || asked.has(key)) return;
  asked.add(key);
  view.host
    .ask('conversation', { trajectory, from: first, count: pageSize })
    .then((page) => {
      if (page === null) return;
      asked.delete(key);
      const now = view.conversation;
      if (isSame(now, conversation)) view.conversation = withPage(now, page);
    })
    .catch((error: Error) => {
      view.failure = error.message;
    })
    .finally(view.update);
}

/** Where a text is: enough to ask for it. */
export type TextRef = Pick<CutText, 'path' | 'form' | 'from'>;

/** Fetches what follows `shown` of a text, so many code units, and draws. */
export function needText(view: View, text: TextRef, shown: string, count: number): void {
  const before = view.conversation;
  if (before === null) return;
  const key = textKey(text);
  const question = `${before.id}/${before.generation}/${key}`;
  if (asked.has(question)) return;
  asked.add(question);
  void textOf(view, text, shown.length, shown.length + count).then((more) => {
    if (more === null) return;
    asked.delete(question);
    const now = view.conversation;
    if (!isSame(now, before)) return;
    const whole = { text: shown + more.text, length: more.length - text.from };
    view.conversation = { ...now, texts: new Map(now.texts).set(key, whole) };
    view.update();
  });
}

/** A slice of a text of the conversation on the screen; null where the document has changed meanwhile. */
export async function textOf(
  view: View,
  { path, form, from: start }: TextRef,
  from: number,
  to: number,
): Promise<{ readonly text: string; readonly length: number } | null> {
  const { conversation, columns } = view;
  if (conversation === null) return null;
  const { trajectory } = conversation;
  const version = Math.max(conversation.version, columns?.version ?? 0);
  try {
    const ref = { version, trajectory, path, form };
    return await view.host.ask('text', { ...ref, from: start + from, to: start + to });
  } catch (error) {
    view.failure = (error as Error).message;
    view.update();
    return null;
  }
}

/** Folds or unfolds what has that name. */
export function fold(view: View, name: string, isFolded: boolean): void {
  if (view.conversation === null) return;
  const folds = new Map(view.conversation.folds).set(name, isFolded);
  view.conversation = { ...view.conversation, folds };
  view.update();
}

function isSame(now: Conversation | null, before: Conversation): now is Conversation {
  return now !== null && now.id === before.id && now.generation === before.generation;
}
