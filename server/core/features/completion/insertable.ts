import { charAt, sliceText } from '../../text/text';
import type { Completion } from './completion';
import type { CompletionContext } from './offer';
import { escapeSnippet, plainText } from './snippets';

const quote = 34;

/**
 * Completions for editors in which people choose whether what stands behind the cursor is replaced or stays.
 * It can stay inside of a string, where the quotes do, too; anywhere else the rest of a token would be no JSON,
 * and goes. Either all completions of a place can be inserted or none.
 */
export function insertable(
  completions: readonly Completion[],
  context: CompletionContext,
): readonly Completion[] {
  const { document, offset, slot } = context;
  const isInside = slot.from < offset && offset < slot.to;
  const isString = charAt(document.text, slot.from) === quote && charAt(document.text, slot.to - 1) === quote;
  const isInEscape = /(?<!\\)(\\\\)*\\$/.test(sliceText(document.text, slot.from, offset));
  if (!isInside || !isString || isInEscape || !completions.every(isOneString)) return completions;
  return completions.map((completion) => ({
    ...completion,
    replace: { from: slot.from + 1, to: slot.to - 1 },
    insert: { from: slot.from + 1, to: offset },
    text: completion.text.slice(1, -1),
    filterText: completion.filterText.slice(1, -1),
  }));
}

/** Whether what is written is one JSON string, with nothing to fill in. */
function isOneString({ text, filterText }: Completion): boolean {
  const plain = plainText(text);
  return /^"(?:[^"\\]|\\.)*"$/.test(plain) && escapeSnippet(plain) === text && filterText.startsWith('"');
}
