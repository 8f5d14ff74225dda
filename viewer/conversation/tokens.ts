import { html, type TemplateResult } from 'lit/html.js';
import type { MessageCard, TokenProbability } from '../../server/viewProtocol/conversation';
import { counted } from '../format/numbers';
import { visible, visibleName } from '../format/visibleText';
import { iconButton } from '../icons';
import { fold } from '../state/pages';
import type { View } from '../state/view';

export function tokenButton(view: View, { index }: MessageCard): TemplateResult {
  const name = `tokens ${index}`;
  const isShown = view.conversation!.folds.get(name) === false;
  return iconButton('percentage', 'Token Probabilities', () => fold(view, name, isShown), {
    pressed: isShown,
  });
}

/** The tokens of a choice, shaded by probability. Alternatives of the focused token are listed below. */
export function tokenList({ tokens, index, leftOut }: MessageCard): TemplateResult {
  const all = tokens.length + leftOut.tokens;
  return html`<div class="tokens" @mouseover=${tell} @focusin=${tell} @keydown=${move}>
    <div class="text" role="group" aria-label="Tokens of message ${index + 1}">${tokens.map(tokenOf)}</div>
    <p class="alternatives" aria-live="polite">Point to a token, or move through them with the arrow keys.</p>
    ${leftOut.tokens > 0 ? html`<p class="note">Only the first ${counted(tokens.length)} of ${counted(all)} tokens are shown.</p>` : ''}
  </div>`;
}

function tokenOf(token: TokenProbability, place: number): TemplateResult {
  const name = `${visibleName(token.token)}, ${percent(token.logprob)}`;
  return html`<span class="token likely-${shadeOf(token.logprob)}" tabindex=${place === 0 ? 0 : -1} role="note" aria-label=${name} .token=${token}>${markedLines(visible(token.token))}</span>`;
}

/** With a mark at each line end: it alone has no room for shading, and for the pointer. */
function markedLines(text: string): string {
  return text.replaceAll('\n', '↵\n');
}

interface TokenElement extends HTMLElement {
  readonly token?: TokenProbability;
}

/** From 0 (unlikely) to 4 (almost certain). */
function shadeOf(logprob: number): number {
  const probability = Math.exp(logprob);
  return [0.1, 0.4, 0.7, 0.95].filter((limit) => probability >= limit).length;
}

function percent(logprob: number): string {
  const value = Math.exp(logprob) * 100;
  return `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} %`;
}

function tell(event: Event): void {
  const { token } = event.target as TokenElement;
  const place = (event.currentTarget as Element).querySelector('.alternatives');
  if (token === undefined || place === null) return;
  const all = [token, ...token.alternatives.filter((other) => other.token !== token.token)];
  place.textContent = all
    .map((one) => `${visible(JSON.stringify(one.token))} ${percent(one.logprob)}`)
    .join('   ');
}

function move(event: KeyboardEvent): void {
  const by =
    event.key === 'ArrowRight'
      ? 'nextElementSibling'
      : event.key === 'ArrowLeft'
        ? 'previousElementSibling'
        : null;
  const from = event.target as HTMLElement;
  if (by === null || !from.classList.contains('token')) return;
  const next = from[by] as HTMLElement | null;
  if (next === null) return;
  event.preventDefault();
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
