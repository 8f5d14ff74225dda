import type { TemplateResult } from 'lit/html.js';
import type { ContentPart, CutText, MessageCard } from '../../server/viewProtocol/conversation';
import type { TextRef } from '../state/loadedConversation';
import { fold, textIn } from '../state/pages';
import type { View } from '../state/view';
import { textAt, textItself } from './text';

/** Limits in code units: of a copied text, and of one request. */
const maxCopiedLength = 20_000_000;
const maxFetchedLength = 250_000;

/** A trajectory, and the document version in which it was fetched. */
type Where = Parameters<typeof textIn>[1];
type Copied = TextRef & Partial<CutText>;

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
  const texts = textsIn(card);
  const isRaw = rawShown(view, card) || texts.length === 0;
  if (view.conversation === null) return;
  await copyTexts(view, view.conversation, isRaw ? [rawText(card)] : texts);
}

/** Copies the text of a message in any trajectory; its JSON if it has no text. */
export async function copyCard(view: View, where: Where, card: MessageCard): Promise<void> {
  const texts = textsIn(card);
  await copyTexts(view, where, texts.length === 0 ? [rawText(card)] : texts);
}

function textsIn({ content }: MessageCard): Copied[] {
  return content.flatMap((part) => (part.type === 'image' ? [] : [saidIn(part)]));
}

function rawText({ path }: MessageCard): Copied {
  return { path, form: 'raw', from: 0 };
}

async function copyTexts(view: View, where: Where, texts: readonly Copied[]): Promise<void> {
  const copied: string[] = [];
  for (const text of texts) {
    const whole = await wholeText(view, where, text);
    if (whole === null) return;
    copied.push(whole);
  }
  view.host.post({ type: 'copy', text: copied.join('\n\n') });
}

/** The text of a content part: the original string if it is shown formatted. */
function saidIn({ type, text }: Exclude<ContentPart, { type: 'image' }>): Copied {
  return type === 'text' && text.form === 'laid-out' ? textItself(text) : text;
}

async function wholeText(view: View, where: Where, text: Copied): Promise<string | null> {
  if (text.text !== undefined && text.text.length === text.length) return text.text;
  let whole = '';
  for (let length = 1; whole.length < Math.min(length, maxCopiedLength); ) {
    const to = Math.min(whole.length + maxFetchedLength, text.length ?? Number.POSITIVE_INFINITY);
    const part = await textIn(view, where, text, whole.length, Math.min(to, maxCopiedLength));
    if (part === null || part.text === '') return null;
    whole += part.text;
    // For a slice of a string, only the slice.
    length = text.length ?? part.length;
  }
  return whole;
}
