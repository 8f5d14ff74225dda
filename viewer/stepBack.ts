import { isField } from './focus';
import { showList } from './state/actions';
import { closeComparison } from './state/comparing';
import { closeOther } from './state/otherFile';
import type { View } from './state/view';

/** `Escape` goes one step back: from a comparison to where it was opened, from a conversation to the list. */
export function stepBack(view: View, { key, isComposing, target }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || isField(target)) return;
  if (view.comparison !== null) closeComparison(view);
  else if (view.other !== null) closeOther(view);
  else if (target instanceof Element && target.closest('.conversation') !== null) showList(view);
}
