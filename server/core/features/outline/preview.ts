import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import { visible } from '../visible';

/**
 * The beginning of a token on one line, for lists: the decoded text of a string, broken or not, without quotes; any
 * other token unchanged. At most `length` UTF-16 code units and an ellipsis.
 */
export function preview(text: Text, token: Range, length: number): string {
  // Escapes take up to six characters and runs of white space shrink to one, but both are rare.
  const line = beginning(text, token, 2 * length);
  const isEnough = line.isWhole || line.content.length > length;
  const { content, isWhole } = isEnough ? line : beginning(text, token, 12 * length);
  if (isWhole && content.length <= length) return content;
  return `${content.slice(0, length).replace(halfPair, '').trimEnd()}…`;
}

function beginning(text: Text, { from, to }: Range, units: number): { content: string; isWhole: boolean } {
  const isWhole = to <= from + units;
  return { content: onOneLine(sliceText(text, from, Math.min(to, from + units)), isWhole), isWhole };
}

/** Half of a surrogate pair would show as a replacement character. */
const halfPair = /[\ud800-\udbff]$/;

const space = 32;
const lastAscii = 126;
const backslash = 92;

/** One pass over the characters: there are thousands of tokens, and most need no change. */
function onOneLine(token: string, isWhole: boolean): string {
  const quote = token[0] === '"' || token[0] === "'" ? token[0] : undefined;
  const isClosed = quote !== undefined && isWhole && token.length > 1 && token.endsWith(quote);
  const end = isClosed ? token.length - 1 : token.length;
  let line = '';
  let isPlain = true;
  let isAfterBlank = true;
  /** Start of the characters not copied yet. */
  let from = quote === undefined ? 0 : 1;
  for (let at = from; at < end; ) {
    const code = token.charCodeAt(at);
    const isEscape = code === backslash && quote !== undefined;
    if (code === space ? !isAfterBlank : code > space && code <= lastAscii && !isEscape) {
      isAfterBlank = code === space;
      at++;
      continue;
    }
    line += token.slice(from, at);
    const [character, next] = isEscape ? escaped(token, at, end) : [token[at]!, at + 1];
    if (!isBlank(character)) line += character;
    else if (!isAfterBlank) line += ' ';
    isAfterBlank = isBlank(character);
    isPlain &&= isAfterBlank;
    from = at = next;
  }
  line += token.slice(from, end);
  if (line.endsWith(' ')) line = line.slice(0, -1);
  return isPlain ? line : visible(line);
}

/** The value of an escape and its end; a broken or cut escape stands for its own characters. */
function escaped(token: string, at: number, end: number): [character: string, next: number] {
  const kind = at + 1 < end ? token[at + 1]! : '';
  const code = kind === 'u' ? /^[0-9a-fA-F]{4}/.exec(token.slice(at + 2, Math.min(at + 6, end))) : null;
  if (code !== null) return [String.fromCharCode(Number.parseInt(code[0], 16)), at + 6];
  return [/[nrtbf]/.test(kind) ? ' ' : kind, at + 1 + kind.length];
}

/** White space and invisible characters. */
function isBlank(character: string): boolean {
  return /^[\s\u0000-\u001f\u007f]$/.test(character);
}
