import type { MessageCard } from '../../server/viewProtocol/conversation';

/** An answer is shown under its call only within these limits: distance in messages, and index of the call. */
const maxAnswerDistance = 40;
const maxCalls = 24;

/** Whether a message is shown under the call that it answers instead of at its own position. */
export function isUnderCall({ answers, index }: MessageCard): boolean {
  return answers !== null && isNear(index, answers.message, answers.call);
}

function isNear(answer: number, message: number, call: number): boolean {
  return answer > message && answer - message <= maxAnswerDistance && call < maxCalls;
}

/**
 * The message shown under a call, its result; null if it is elsewhere. Several calls with the same id have the same
 * result. It is shown under the call that it answers; until it is loaded, under the first such call of each message.
 */
export function answerUnder(
  cards: Known['cards'],
  { calls, index }: MessageCard,
  call: number,
): number | null {
  const { answeredBy } = calls[call]!;
  if (answeredBy === null || !isNear(answeredBy, index, call)) return null;
  const answer = cards.get(answeredBy);
  const isHere =
    answer === undefined
      ? calls.findIndex((one) => one.answeredBy === answeredBy) === call
      : answer.answers?.message === index && answer.answers.call === call;
  return isHere ? answeredBy : null;
}

/** The messages shown under a message's calls, in call order. */
function answersUnder(cards: Known['cards'], card: MessageCard): number[] {
  return card.calls.flatMap((_, call) => answerUnder(cards, card, call) ?? []);
}

/** The loaded part of a conversation. */
export interface Known {
  readonly total: number;
  readonly cards: ReadonlyMap<number, MessageCard>;
  /** Whether the card shows its calls: not when folded or shown as JSON. */
  readonly showsCalls: (card: MessageCard) => boolean;
}

/**
 * The next or previous message in visual order; null at the ends. Results are under their calls, in call order. While a
 * call's card is not loaded, its results are at their own positions.
 */
export function nextSeen(known: Known, message: number): number | null {
  const [first] = shownUnder(known, message);
  if (first !== undefined) return first;
  for (let at = message; ; ) {
    const parent = parentOf(known, at);
    if (parent === null) return topFrom(known, at + 1, 1);
    const siblings = shownUnder(known, parent);
    const next = siblings[siblings.indexOf(at) + 1];
    // A message under a folded call continues after the call.
    if (next !== undefined && siblings.includes(at)) return next;
    at = parent;
  }
}

export function previousSeen(known: Known, message: number): number | null {
  const parent = parentOf(known, message);
  if (parent === null) {
    const top = topFrom(known, message - 1, -1);
    return top === null ? null : lastUnder(known, top);
  }
  const siblings = shownUnder(known, parent);
  const before = siblings[siblings.indexOf(message) - 1];
  return before === undefined ? parent : lastUnder(known, before);
}

/** The last message under a message, recursively; the message itself if there is none. */
function lastUnder(known: Known, message: number): number {
  for (let last = message; ; ) {
    const under = shownUnder(known, last).at(-1);
    if (under === undefined) return last;
    last = under;
  }
}

/** The first message from `from` in a direction that is at its own position. */
function topFrom(known: Known, from: number, by: 1 | -1): number | null {
  let top = from;
  while (top >= 0 && top < known.total && parentOf(known, top) !== null) top += by;
  return top >= 0 && top < known.total ? top : null;
}

/** Visible answers under the calls of a message. */
function shownUnder({ cards, showsCalls }: Known, message: number): number[] {
  const card = cards.get(message);
  return card === undefined || !showsCalls(card) ? [] : answersUnder(cards, card);
}

/** The message whose calls show this one; null if it is at its own position. */
function parentOf({ cards }: Known, message: number): number | null {
  const isIn = (parent: number) =>
    cards.has(parent) && answersUnder(cards, cards.get(parent)!).includes(message);
  const card = cards.get(message);
  if (card !== undefined)
    return card.answers !== null && isIn(card.answers.message) ? card.answers.message : null;
  // Not loaded yet, but its call may be.
  for (let near = message - 1; near >= message - maxAnswerDistance; near--) if (isIn(near)) return near;
  return null;
}
