import { html, type TemplateResult } from 'lit/html.js';
import type { CutText } from '../../server/viewProtocol/conversation';
import { counted } from '../format/numbers';
import { emptyName, type Piece, piecesOf, piecesOfName } from '../format/visibleText';
import { stopping } from '../icons';
import { loadedOf, loadedText, type TextRef } from '../state/loadedConversation';
import { maxUnfoldedAtOnce, moreText, needText } from '../state/pages';
import type { View } from '../state/view';
import { rendered } from './markdown';

/** Document text as text nodes, with escapes for invisible characters. */
export function plain(text: string): readonly (string | TemplateResult)[] {
  return piecesOf(text).map(shownPiece);
}

/** Same for a text on one line: line breaks and tabs are escapes, too. */
export function plainLine(text: string): readonly (string | TemplateResult)[] {
  return piecesOfName(text).map(shownPiece);
}

/** Same for a name or a label. An empty one could not be seen. */
export function plainName(name: string): readonly (string | TemplateResult)[] {
  return name === '' ? [emptyName] : plainLine(name);
}

function shownPiece(piece: Piece): string | TemplateResult {
  return typeof piece === 'string' ? piece : html`<span class="escape">${piece.escape}</span>`;
}

/** Code units per element: browsers defer layout of elements out of view. */
const maxElementLength = 20_000;

/** How a text is shown: as it is, as code, or rendered. */
export type Look = 'text' | 'code' | 'markdown';

/** A text with white space preserved, and a button to load more of it. */
export function cutText(
  view: View,
  text: CutText,
  look: Look = text.form === 'decoded' ? 'text' : 'code',
): TemplateResult {
  const shown = loadedOf(view.conversation, text);
  const className = look === 'code' ? 'text code' : 'text';
  const body =
    look === 'markdown'
      ? html`<div class="markdown" ${rendered(shown, (target) => view.host.post({ type: 'openLink', target }))}></div>`
      : html`<div class=${className}>${splitText(shown).map((part) => html`<span>${plain(part)}</span>`)}</div>`;
  return html`${body}${moreButton(view, text, shown)}`;
}

/** Code units of the first request for a text that did not come with its card. */
const firstFetchLength = 8000;

/** A text that is fetched when shown. */
export function textAt(view: View, ref: TextRef): TemplateResult {
  const known = loadedText(view.conversation, ref);
  if (known === undefined) needText(view, ref, '', firstFetchLength);
  return known === undefined ? html`<p class="note">…</p>` : cutText(view, { ...ref, ...known }, 'code');
}

/** The original string of a text shown as formatted JSON. */
export function textItself({ path }: TextRef): TextRef {
  return { path, form: 'decoded', from: 0 };
}

function moreButton(view: View, text: CutText, shown: string): TemplateResult | string {
  const left = text.length - shown.length;
  if (left <= 0) return '';
  const next = Math.min(left, maxUnfoldedAtOnce);
  const of = next < left ? ` of ${counted(left)}` : '';
  return html`<button class="link" @click=${stopping(() => moreText(view, text, shown, next))}>
    show ${counted(next)}${of} more ${left === 1 ? 'character' : 'characters'}
  </button>`;
}

/** Splits a long text, at line ends if possible. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const line = text.lastIndexOf('\n', from + maxElementLength) + 1;
    let to =
      from + maxElementLength >= text.length ? text.length : line > from ? line : from + maxElementLength;
    // Do not split a surrogate pair.
    if (to < text.length && isLowSurrogate(text.charCodeAt(to))) to--;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
