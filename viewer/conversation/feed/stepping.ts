import { focusMessage } from '../../state/actions';
import type { View } from '../../state/view';
import { isFoldedCard } from '../card';
import { rawShown } from '../copying';
import { isUnderCall, nextSeen, previousSeen } from '../seenOrder';

/**
 * Goes to the next or previous message in visual order and focuses it. If the current one was scrolled out of sight,
 * counts from where the reader is.
 */
export function stepMessage(view: View, by: 1 | -1): void {
  const { conversation, message } = view;
  if (conversation === null) return;
  const { total, cards } = conversation;
  const known = {
    ...{ total, cards },
    showsCalls: (card: Parameters<typeof rawShown>[1]) => !isFoldedCard(view, card) && !rawShown(view, card),
  };
  const seen = view.scrollTarget === null ? scrolledTo(view, message ?? 0) : [];
  const begins = by > 0 ? seen.find(({ start }) => start >= -1) : seen.findLast(({ start }) => start < -1);
  if (begins !== undefined) return focusMessage(view, begins.message);
  const from = seen.at(by > 0 ? -1 : 0)?.message ?? message;
  const next = from === null ? 0 : by > 0 ? nextSeen(known, from) : previousSeen(known, from);
  focusMessage(view, next ?? from ?? 0);
}

interface Seen {
  readonly message: number;
  /** Pixels from the top of what is in sight. */
  readonly start: number;
}

/** The messages in sight, if the current one is not among them because the reader has scrolled; empty otherwise. */
function scrolledTo({ conversation }: View, current: number): Seen[] {
  const scroller = document.querySelector('.feed-scroller');
  const card = conversation?.cards.get(current);
  const isRendered = document.getElementById(`message-${current}`) !== null;
  // Not shown at all, because its call is folded.
  if (scroller === null || (!isRendered && card !== undefined && isUnderCall(card))) return [];
  const { top, bottom } = scroller.getBoundingClientRect();
  const seen = [...scroller.querySelectorAll<HTMLElement>('[data-message]')].flatMap((article) => {
    const own = article.getBoundingClientRect();
    const isInSight = own.bottom > top + 1 && own.top < bottom - 1;
    return isInSight ? [{ message: Number(article.dataset['message']), start: own.top - top }] : [];
  });
  return seen.some(({ message }) => message === current) ? [] : seen;
}
