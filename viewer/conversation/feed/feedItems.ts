import { html, type TemplateResult } from 'lit/html.js';
import type { MessageCard } from '../../../server/viewProtocol/conversation';
import type { View } from '../../state/view';
import { isFoldedCard, messageCard } from '../card';
import { isUnderCall } from '../seenOrder';

/** The content of the feed at a message's position. */
export function itemOf(view: View, index: number): TemplateResult {
  const { conversation } = view;
  const card = conversation?.cards.get(index);
  if (card === undefined) {
    return html`<div class="card waiting" data-message=${index} aria-hidden="true">Message ${index + 1}…</div>`;
  }
  if (isUnderCall(card)) {
    // Shown under its call; until that is loaded, at its own position.
    return conversation!.cards.has(card.answers!.message) ? html`` : messageCard(view, card, true);
  }
  return messageCard(view, card);
}

/** Estimated height in pixels of a message not rendered yet. */
export function estimated(view: View, index: number): number {
  const card = view.conversation?.cards.get(index);
  if (card === undefined) return 100;
  if (isUnderCall(card)) return 0;
  return isFoldedCard(view, card) ? 60 : 50 + 20 * linesOf(card);
}

function linesOf({ content, calls }: MessageCard): number {
  const texts = content.map((part) => (part.type === 'image' ? 800 : part.text.text.length));
  return texts.reduce((sum, length) => sum + 1 + length / 80, calls.length * 8);
}
