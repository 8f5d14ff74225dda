import type { Work } from '../../work';

/** What to find. */
export interface Query {
  readonly text: string;
  readonly isExpression: boolean;
  readonly isCaseSensitive: boolean;
}

/** A text in which matches count that begin at `from` or later, and before `to`. */
export interface Searched {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Maximum length of a query in code units. */
export const maxQueryLength = 1000;
/** Places at which a match may begin, searched between two yields: there may be one at each. */
const maxStarts = 50_000;

/** The expression that matches a query; a string says why there is none. */
export function expressionOf({ text, isExpression, isCaseSensitive }: Query): RegExp | string {
  if (text.length > maxQueryLength) return `longer than ${maxQueryLength} characters`;
  const source = isExpression ? text : text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const flags = isCaseSensitive ? 'gm' : 'gim';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Not all expressions are valid with `u`, which matches whole characters: `\"` is not, for example.
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    // V8 repeats the expression.
    return (error as Error).message.replace(/^Invalid regular expression: (\/.*\/\w*: )?/s, '');
  }
}

/**
 * The starts and ends of all matches, in turn; empty matches do not count. Uses nothing outside of itself, because its
 * source also runs in another thread.
 */
export function matchesIn(expression: RegExp, { text, from, to }: Searched): number[] {
  const found: number[] = [];
  expression.lastIndex = from;
  for (;;) {
    const match = expression.exec(text);
    if (match === null || match.index >= to) return found;
    const end = match.index + match[0].length;
    if (end === match.index) expression.lastIndex += text.codePointAt(end)! > 0xffff ? 2 : 1;
    // An expression may step back to the start of a character.
    else if (match.index >= from) found.push(match.index, end);
  }
}

/** The same for many texts, with breaks. Only for expressions that cannot take long: those of plain texts. */
export function* matchesInEach(
  query: Query,
  expression: RegExp,
  texts: readonly Searched[],
): Work<number[][]> {
  const isExact = query.isCaseSensitive && !query.isExpression;
  const found: number[][] = [];
  for (const { text, from, to } of texts) {
    const all: number[] = [];
    for (let at = from; at < to; yield) {
      const end = Math.min(to, at + maxStarts);
      // Where nothing matches, a search goes on to the end of its text. A match has the length of the query; one more
      // code unit keeps a pair of surrogates together.
      const searched = { text: text.slice(0, end + query.text.length), from: at, to: end };
      const some = isExact ? placesIn(query.text, searched) : matchesIn(expression, searched);
      for (const offset of some) all.push(offset);
      at = Math.max(searched.to, some.at(-1) ?? 0);
    }
    found.push(all);
  }
  return found;
}

/** Many times faster than an expression. Empty matches do not count here, either. */
function placesIn(wanted: string, { text, from, to }: Searched): number[] {
  const found: number[] = [];
  if (wanted === '') return found;
  let at = text.indexOf(wanted, from);
  while (at >= 0 && at < to) {
    found.push(at, at + wanted.length);
    at = text.indexOf(wanted, at + wanted.length);
  }
  return found;
}
