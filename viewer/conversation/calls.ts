import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MessageCard, ToolCall } from '../../server/viewProtocol/conversation';
import { icon, stopping } from '../icons';
import { focusMessage } from '../state/actions';
import type { View } from '../state/view';
import { answerUnder } from './seenOrder';
import { cutText, plainName } from './text';

/** The tool calls of a message: names, arguments and results. */
export function callParts(view: View, card: MessageCard, answerCard: AnswerCard): TemplateResult[] {
  return card.calls.map((call, number) => {
    const answer = answerOf(view, card, number);
    return callPart(view, call, 'index' in answer ? answerCard(answer) : answer);
  });
}

/** Renders the card of a message that answers a call. */
type AnswerCard = (answer: MessageCard) => TemplateResult;

function callPart(view: View, call: ToolCall, answer: TemplateResult): TemplateResult {
  return html`<div class="call">
    <div class="call-head">
      ${icon('tools')} <span class="tool">${call.name === null ? 'no name' : plainName(call.name)}</span>
      ${call.id === null ? nothing : html`<span class="quiet id">${plainName(call.id)}</span>`}
    </div>
    ${call.arguments === null ? html`<p class="note">No arguments.</p>` : cutText(view, call.arguments, 'code')}
    ${answer}
  </div>`;
}

/** The message shown under the call, or a note in its place. */
function answerOf(view: View, card: MessageCard, number: number): MessageCard | TemplateResult {
  const { answeredBy } = card.calls[number]!;
  if (answeredBy === null) {
    return html`<p class="note missing">${icon('warning')} This call has no result.</p>`;
  }
  const { cards } = view.conversation!;
  if (answerUnder(cards, card, number) === null) {
    return html`<button class="link" @click=${stopping(() => focusMessage(view, answeredBy))}>
      Result: message ${answeredBy + 1}
    </button>`;
  }
  return cards.get(answeredBy) ?? html`<p class="note">Message ${answeredBy + 1}…</p>`;
}
