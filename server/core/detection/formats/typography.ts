import { describeInvisible, invisibleUnits } from '../../syntax/invisible';
import type { Head } from './head';

/** Minimum number in the head of a text: fewer may be slips, each of which is a syntax error. */
const minFound = 3;

const invisible = `[${invisibleUnits.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}]`;
/**
 * Invisible characters between two tokens: not next to a word, as in a string without its quote. Where none is, the white
 * space before is not searched.
 */
const betweenTokens = new RegExp(
  `(?=${invisible})(?<=(?:^|["{}[\\],:])[ \\t]*)${invisible}+(?=[ \\t]*(?:["{}[\\],:\\d-]|true|false|null|$))`,
  'gm',
);

const quotes = '"“”„＂';
const name = `[${quotes}][^${quotes}\\n]*[${quotes}]\\s*`;
const fullWidthColons = new RegExp(`${name}：`, 'g');
const plainColons = new RegExp(`${name}:`, 'g');

const fullWidth: Readonly<Record<string, string>> = {
  ...{ '：': ':', '，': ',', '、': ',', '；': ',' },
  ...{ '｛': '{', '｝': '}', '［': '[', '］': ']', '【': '[', '】': ']' },
};

/**
 * The message about a text whose white space or punctuation a word processor, a web page or a keyboard wrote in another
 * way, by its head; null for others.
 */
export function typographyOf({ text }: Head): string | null {
  const spaces = text.match(betweenTokens) ?? [];
  if (spaces.length >= minFound)
    return `Between the values is ${describeInvisible(spaces[0]!)}, as in text copied from a web page, not a space.`;
  const colons = text.match(fullWidthColons)?.length ?? 0;
  if (colons < minFound || colons < (text.match(plainColons)?.length ?? 0)) return null;
  return 'The punctuation is full-width, as in Chinese and Japanese text: JSON needs ":" and ",".';
}

/** A part of a text that is not as in JSON, and what it is there. */
export interface Replaced {
  readonly from: number;
  readonly found: string;
  readonly json: string;
}

const otherQuote = /[“”„＂]/;
const starts = new RegExp(`[${quotes}${Object.keys(fullWidth).join('')}]|${invisible}+`, 'g');
const stops = new RegExp(`[${quotes}\\\\\n]`, 'g');

/** The parts of a text that are not as in JSON; null after each string that is. */
export function* partsNotAsInJson(text: string): Generator<Replaced | null> {
  for (let at = 0; ; ) {
    starts.lastIndex = at;
    const start = starts.exec(text);
    if (start === null) return;
    const { 0: found, index: from } = start;
    const isQuote = quotes.includes(found);
    at = isQuote ? stringEnd(text, from + 1) : from + found.length;
    if (!isQuote) yield { from, found, json: fullWidth[found] ?? ' ' };
    else if (!otherQuote.test(found) || !otherQuote.test(text[at - 1]!)) yield null;
    else yield { from, found: text.slice(from, at), json: `"${text.slice(from + 1, at - 1)}"` };
  }
}

/** The offset behind the quote that ends a string, or that of the line break before it; `from` is in the string. */
function stringEnd(text: string, from: number): number {
  const isPlain = text[from - 1] === '"';
  for (stops.lastIndex = from; ; ) {
    const stop = stops.exec(text);
    if (stop === null) return text.length;
    const { 0: found, index } = stop;
    if (found === '\n') return index;
    if (found === '\\') stops.lastIndex = index + 2;
    else if (!isPlain || found === '"') return index + 1;
  }
}
