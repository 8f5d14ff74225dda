import { backslash, space } from '../../text/characters';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import { label, visible } from '../visible';

/**
 * The beginning of a token on one line, for lists: the decoded text of a string, broken or not, without quotes; any
 * other token unchanged. White space and control characters are one space, as a preview of prose needs them to be;
 * other invisible characters are escapes. At most `length` UTF-16 code units and an ellipsis.
 */
export function preview(text: Text, token: Range, length: number): string {
  return previewAs(prose, { text, token, length });
}

/** Same for a name: its line breaks and tabs show as escapes, not as a space, because they tell it from others. */
export function namePreview(text: Text, token: Range, length: number): string {
  return previewAs(name, { text, token, length });
}

/** What counts as white space in a text, and how its other characters are shown. */
interface Style {
  readonly isBlank: (character: string) => boolean;
  readonly shown: (line: string) => string;
}

const prose: Style = {
  // Control characters, too.
  isBlank: (character) => /^[\s\u0000-\u001f\u007f]$/.test(character),
  shown: visible,
};
const name: Style = { isBlank: (character) => character === ' ', shown: label };

interface Previewed {
  readonly text: Text;
  readonly token: Range;
  readonly length: number;
}

function previewAs(style: Style, { text, token, length }: Previewed): string {
  const beginning = (units: number) => {
    const isWhole = token.to <= token.from + units;
    const part = sliceText(text, token.from, Math.min(token.to, token.from + units));
    return { content: onOneLine(part, isWhole, style), isWhole };
  };
  // Escapes take up to six characters and runs of white space shrink to one, but both are rare.
  const line = beginning(2 * length);
  const isEnough = line.isWhole || line.content.length > length;
  const { content, isWhole } = isEnough ? line : beginning(12 * length);
  if (isWhole && content.length <= length) return content;
  return `${content.slice(0, length).replace(halfPair, '').trimEnd()}…`;
}

/** Half of a surrogate pair would show as a replacement character. */
const halfPair = /[\ud800-\udbff]$/;

const lastAscii = 126;

/** One pass over the characters: there are thousands of tokens, and most need no change. */
function onOneLine(token: string, isWhole: boolean, { isBlank, shown }: Style): string {
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
  return isPlain ? line : shown(line);
}

/** The value of an escape and its end; a broken or cut escape stands for its own characters. */
function escaped(token: string, at: number, end: number): [character: string, next: number] {
  const kind = at + 1 < end ? token[at + 1]! : '';
  const code = kind === 'u' ? /^[0-9a-fA-F]{4}/.exec(token.slice(at + 2, Math.min(at + 6, end))) : null;
  if (code !== null) return [String.fromCharCode(Number.parseInt(code[0], 16)), at + 6];
  return [controls.get(kind) ?? kind, at + 1 + kind.length];
}

const controls = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
]);
