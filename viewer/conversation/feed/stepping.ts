import { focusMessage } from '../../state/actions';
import type { View } from '../../state/view';
import { isFoldedCard } from '../card';
import { rawShown } from '../copying';
import { nextSeen, previousSeen } from '../seenOrder';

/** Goes to the next or previous message in visual order and focuses it. */
export function stepMessage(view: View, by: 1 | -1): void {
  const { conversation, message } = view;
  if (conversation === null) return;
  const { total, cards } = conversation;
  const known = {
    ...{ total, cards },
    showsCalls: (card: Parameters<typeof rawShown>[1]) => !isFoldedCard(view, card) && !rawShown(view, card),
  };
  const next = message === null ? 0 : by > 0 ? nextSeen(known, message) : previousSeen(known, message);
  focusMessage(view, next ?? message ?? 0);
}
