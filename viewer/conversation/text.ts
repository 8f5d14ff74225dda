import { html, type TemplateResult } from 'lit/html.js';
import type { CutText } from '../../server/viewProtocol';
import { counted } from '../format/numbers';
import { piecesOf } from '../format/visibleText';
import { stopping } from '../icons';
import type { View } from '../view';
import { textKey } from './loaded';
import { rendered } from './markdown';
import { maxUnfoldedAtOnce, needText, type TextRef } from './pages';

/** Text of a document as text nodes, with escapes for what would not be seen. */
export function plain(text: string): readonly (string | TemplateResult)[] {
  return piecesOf(text).map((piece) =>
    typeof piece === 'string' ? piece : html`<span class="escape">${piece.escape}</span>`,
  );
}

/** Code units that are one element: a browser lays out what is not seen as late as it can. */
const maxElementLength = 20_000;

/** How a text is shown: as it is, as code, or rendered. */
export type Look = 'text' | 'code' | 'markdown';

/** A text with its white space, and a button for what was cut off. */
export function cutText(
  view: View,
  text: CutText,
  look: Look = text.form === 'decoded' ? 'text' : 'code',
): TemplateResult {
  const shown = view.conversation?.texts.get(textKey(text))?.text ?? text.text;
  const className = look === 'code' ? 'text code' : 'text';
  const body =
    look === 'markdown'
      ? html`<div class="markdown" ${rendered(shown, (target) => view.host.post({ type: 'openLink', target }))}></div>`
      : html`<div class=${className}>${splitText(shown).map((part) => html`<span>${plain(part)}</span>`)}</div>`;
  return html`${body}${moreButton(view, text, shown)}`;
}

/** Code units that are asked for at once of a text that did not come with its card. */
const firstFetchLength = 8000;

/** A text that is fetched when it is to be seen. */
export function textAt(view: View, ref: TextRef): TemplateResult {
  const known = view.conversation!.texts.get(textKey(ref));
  if (known === undefined) needText(view, ref, '', firstFetchLength);
  return known === undefined ? html`<p class="note">…</p>` : cutText(view, { ...ref, ...known }, 'code');
}

/** The string whose JSON is shown laid out. */
export function textItself({ path }: TextRef): TextRef {
  return { path, form: 'decoded', from: 0 };
}

function moreButton(view: View, text: CutText, shown: string): TemplateResult | string {
  const left = text.length - shown.length;
  if (left <= 0) return '';
  const next = Math.min(left, maxUnfoldedAtOnce);
  const of = next < left ? ` of ${counted(left)}` : '';
  return html`<button class="link" @click=${stopping(() => needText(view, text, shown, next))}>
    show ${counted(next)}${of} more ${left === 1 ? 'character' : 'characters'}
  </button>`;
}

/** Pieces of a long text, cut at line ends where there are some. */
function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const line = text.lastIndexOf('\n', from + maxElementLength) + 1;
    let to =
      from + maxElementLength >= text.length ? text.length : line > from ? line : from + maxElementLength;
    // A pair of surrogates stays together.
    if (to < text.length && isLowSurrogate(text.charCodeAt(to))) to--;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
