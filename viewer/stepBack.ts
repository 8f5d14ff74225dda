import { showList } from './state/actions';
import { closeComparison } from './state/comparison/comparing';
import { closeOther } from './state/comparison/otherFile';
import { closeFind } from './state/finding';
import type { View } from './state/view';

/** `Escape` goes one step back: from a comparison to where it was opened, from a conversation to the list. */
export function stepBack(view: View, { key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || !(target instanceof Element) || isTextField(target)) return;
  if (target.closest('.hit-scroller') !== null) closeFind(view);
  else if (view.comparison !== null) closeComparison(view);
  else if (view.other !== null) closeOther(view);
  // A click beside the messages leaves the focus on all.
  else if (target.matches('main') || target.closest('.conversation') !== null) showList(view);
}

function isTextField(target: Element): boolean {
  return target.matches('input:not([type="checkbox"]), textarea');
}
