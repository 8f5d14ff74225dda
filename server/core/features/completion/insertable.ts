import { quote } from '../../text/characters';
import { charAt, sliceText } from '../../text/text';
import type { Completion } from './completion';
import type { CompletionContext } from './offer';
import { escapeSnippet, plainText } from './snippets';

/** Code units before the cursor in which an escape is searched. */
const maxEscapeLength = 1000;

/**
 * Completions for editors that let users choose to replace or keep the text after the cursor. Inside a string the text
 * can stay, and so do the quotes; elsewhere the rest of a token would not be JSON, so it is replaced. All completions
 * at an offset have an insert range, or none has.
 */
export function insertable(
  completions: readonly Completion[],
  context: CompletionContext,
): readonly Completion[] {
  const { document, offset, slot } = context;
  const isInside = slot.from < offset && offset < slot.to;
  const isString = charAt(document.text, slot.from) === quote && charAt(document.text, slot.to - 1) === quote;
  const isInEscape = /(?<!\\)(\\\\)*\\$/.test(
    sliceText(document.text, Math.max(slot.from, offset - maxEscapeLength), offset),
  );
  if (!isInside || !isString || isInEscape || !completions.every(isOneString)) return completions;
  return completions.map((completion) => ({
    ...completion,
    replace: { from: slot.from + 1, to: slot.to - 1 },
    insert: { from: slot.from + 1, to: offset },
    text: completion.text.slice(1, -1),
    filterText: completion.filterText.slice(1, -1),
  }));
}

/** Whether the completion is one JSON string without placeholders. */
function isOneString({ text, filterText }: Completion): boolean {
  const plain = plainText(text);
  return /^"(?:[^"\\]|\\.)*"$/.test(plain) && escapeSnippet(plain) === text && filterText.startsWith('"');
}
