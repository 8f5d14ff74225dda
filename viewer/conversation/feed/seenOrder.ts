import type { MessageCard } from '../../../server/viewProtocol';

/** An answer stands under its call if it is at most that far behind it, and one of so many calls. */
const maxAnswerDistance = 40;
const maxCalls = 24;

/** Whether a message is shown under the call that it answers, and not at its own place. */
export function isUnderCall({ answers, index }: MessageCard): boolean {
  return answers !== null && isNear(index, answers.message, answers.call);
}

export function isNear(answer: number, message: number, call: number): boolean {
  return answer > message && answer - message <= maxAnswerDistance && call < maxCalls;
}

/** The messages that are shown under the calls of a message, in the order of these. */
function answersUnder({ calls, index }: MessageCard): number[] {
  return calls.flatMap(({ answeredBy }, call) =>
    answeredBy !== null && isNear(answeredBy, index, call) ? [answeredBy] : [],
  );
}

/** What is known of a conversation. */
export interface Known {
  readonly total: number;
  readonly cards: ReadonlyMap<number, MessageCard>;
  /** Whether the card shows its calls: not where it is folded, or shown as JSON. */
  readonly showsCalls: (card: MessageCard) => boolean;
}

/**
 * The message that is seen next to another one, or before it; null at the ends. Results stand under their calls, in the
 * order of these. Where a card is not here yet, its message stands at its own place.
 */
export function nextSeen(known: Known, message: number): number | null {
  const [first] = shownUnder(known, message);
  if (first !== undefined) return first;
  for (let at = message; ; ) {
    const parent = parentOf(known, at);
    if (parent === null) return topFrom(known, at + 1, 1);
    const siblings = shownUnder(known, parent);
    const next = siblings[siblings.indexOf(at) + 1];
    // What is under a call that is folded goes on behind the call.
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

/** The last of what stands under a message; the message itself if nothing does. */
function lastUnder(known: Known, message: number): number {
  for (let last = message; ; ) {
    const under = shownUnder(known, last).at(-1);
    if (under === undefined) return last;
    last = under;
  }
}

/** The first message from `from` on, in a direction, that stands at its own place. */
function topFrom(known: Known, from: number, by: 1 | -1): number | null {
  let top = from;
  while (top >= 0 && top < known.total && parentOf(known, top) !== null) top += by;
  return top >= 0 && top < known.total ? top : null;
}

/** Answers that stand under the calls of a message, and can be seen. */
function shownUnder({ cards, showsCalls }: Known, message: number): number[] {
  const card = cards.get(message);
  return card === undefined || !showsCalls(card) ? [] : answersUnder(card);
}

/** The message under whose calls another one stands; null if it stands at its own place. */
function parentOf({ cards }: Known, message: number): number | null {
  const isIn = (parent: number) => cards.has(parent) && answersUnder(cards.get(parent)!).includes(message);
  const card = cards.get(message);
  if (card !== undefined)
    return card.answers !== null && isIn(card.answers.message) ? card.answers.message : null;
  // It is on its way: its call may be here already.
  for (let near = message - 1; near >= message - maxAnswerDistance; near--) if (isIn(near)) return near;
  return null;
}
