import { defaultRangeExtractor, type Range, type Virtualizer } from '@tanstack/virtual-core';
import { scrollWithin, showInView } from '../../scrollWithin';
import type { View } from '../../state/view';
import { isUnderCall } from '../seenOrder';

/** Keeps the focused item rendered, even when scrolled out of view. */
export function withFocused(range: Range): number[] {
  const indexes = defaultRangeExtractor(range);
  const item = document.activeElement?.closest<HTMLElement>('.feed-item');
  const index = Number(item?.dataset['index'] ?? -1);
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].sort((a, b) => a - b);
}

/** Scrolls to the target message. Focuses the current message when requested, as soon as it is rendered. */
export function follow(view: View, virtualizer: Virtualizer<HTMLElement, HTMLElement>, first: number): void {
  const { scrollTarget, conversation } = view;
  if (conversation === null || virtualizer.scrollElement === null) return;
  if (scrollTarget !== null && !view.scrollsToTop && isSeen(scrollTarget, virtualizer.scrollElement)) {
    view.scrollTarget = null;
  } else if (scrollTarget !== null) {
    const card = conversation.cards.get(scrollTarget);
    const isUnder = card !== undefined && isUnderCall(card);
    virtualizer.scrollToIndex((isUnder ? card.answers!.message : scrollTarget) - first, { align: 'start' });
    view.scrollTarget = null;
    view.nestedTarget = isUnder ? scrollTarget : null;
  }
  const nested = view.nestedTarget === null ? null : document.getElementById(`message-${view.nestedTarget}`);
  if (nested !== null) {
    view.nestedTarget = null;
    scrollWithin(virtualizer.scrollElement, nested, false);
  }
  // Don't steal focus from the text editor.
  if (!document.hasFocus()) view.focusWanted = false;
  // The conversation may still be the previous one.
  if (!view.focusWanted || conversation.trajectory !== view.trajectory) return;
  const element = document.getElementById(`message-${view.message ?? 0}`);
  if (element === null) return;
  view.focusWanted = false;
  element.focus({ preventScroll: true });
  showInView(element, virtualizer.scrollElement);
}

function isSeen(message: number, scroller: HTMLElement): boolean {
  const element = document.getElementById(`message-${message}`);
  if (element === null) return false;
  const { top, bottom } = element.getBoundingClientRect();
  const seen = scroller.getBoundingClientRect();
  return bottom > seen.top && top < seen.bottom;
}
