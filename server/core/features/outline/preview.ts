import { sliceText, type Text } from '../../text/text';
import type { Range } from '../contentRange';
import { visible } from '../visible';

/**
 * The beginning of a token on one line, for lists: the decoded text of a string, broken or not, without its
 * quotes; any other token as it is. At most `length` UTF-16 code units and an ellipsis.
 */
export function preview(text: Text, token: Range, length: number): string {
  // Escapes take up to six characters and runs of white space shrink to one, but not often.
  const line = beginning(text, token, 2 * length);
  const { content, isWhole } = line.content.length > length ? line : beginning(text, token, 12 * length);
  if (isWhole && content.length <= length) return content;
  return `${content.slice(0, length).replace(halfPair, '').trimEnd()}…`;
}

function beginning(text: Text, { from, to }: Range, units: number): { content: string; isWhole: boolean } {
  const isWhole = to <= from + units;
  return { content: onOneLine(sliceText(text, from, Math.min(to, from + units)), isWhole), isWhole };
}

/** Half of a surrogate pair would be shown as a replacement character. */
const halfPair = /[\ud800-\udbff]$/;

function onOneLine(token: string, isWhole: boolean): string {
  const quote = /^["']/.exec(token)?.[0];
  const isClosed = quote !== undefined && isWhole && token.length > 1 && token.endsWith(quote);
  const content = quote === undefined ? token : decodeLoosely(token.slice(1, isClosed ? -1 : undefined));
  return visible(content.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim());
}

/** Decodes escapes; one that is broken or cut stands for the characters in it. */
function decodeLoosely(content: string): string {
  return content.replace(/\\(?:u([0-9a-fA-F]{4})|(.?))/gs, (_, hex: string | undefined, other: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return /[nrtbf]/.test(other) ? ' ' : other;
  });
}
