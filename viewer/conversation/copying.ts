import type { TemplateResult } from 'lit/html.js';
import type { ContentPart, CutText, MessageCard } from '../../server/viewProtocol';
import type { View } from '../view';
import { fold, type TextRef, textOf } from './pages';
import { textAt, textItself } from './text';

/** Limits in code units: of a copied text, and of one request. */
const maxCopiedLength = 20_000_000;
const maxFetchedLength = 250_000;

const rawName = ({ index }: MessageCard) => `raw ${index}`;

export function rawShown(view: View, card: MessageCard): boolean {
  return view.conversation!.folds.get(rawName(card)) === false;
}

export function toggleRaw(view: View, card: MessageCard): void {
  fold(view, rawName(card), rawShown(view, card));
}

/** The message as JSON if the user chose that; null otherwise. */
export function rawOf(view: View, card: MessageCard): TemplateResult | null {
  return rawShown(view, card) ? textAt(view, { path: card.path, form: 'laid-out', from: 0 }) : null;
}

/** Copies the message's text; its JSON when that is shown, or when it has no text. */
export async function copyMessage(view: View, card: MessageCard): Promise<void> {
  const texts = card.content.flatMap((part) => (part.type === 'image' ? [] : [saidIn(part)]));
  const isRaw = rawShown(view, card) || texts.length === 0;
  const copied: string[] = [];
  for (const text of isRaw ? [{ path: card.path, form: 'raw', from: 0 } as const] : texts) {
    const whole = await wholeText(view, text);
    if (whole === null) return;
    copied.push(whole);
  }
  view.host.post({ type: 'copy', text: copied.join('\n\n') });
}

/** The text of a content part: the original string if it is shown formatted. */
function saidIn({ type, text }: Exclude<ContentPart, { type: 'image' }>): TextRef & Partial<CutText> {
  return type === 'text' && text.form === 'laid-out' ? textItself(text) : text;
}

async function wholeText(view: View, text: TextRef & Partial<CutText>): Promise<string | null> {
  if (text.text !== undefined && text.text.length === text.length) return text.text;
  let whole = '';
  for (let length = 1; whole.length < Math.min(length, maxCopiedLength); ) {
    const to = Math.min(whole.length + maxFetchedLength, text.length ?? Number.POSITIVE_INFINITY);
    const part = await textOf(view, text, whole.length, Math.min(to, maxCopiedLength));
    if (part === null || part.text === '') return null;
    whole += part.text;
    // For a slice of a string, only the slice.
    length = text.length ?? part.length;
  }
  return whole;
}
