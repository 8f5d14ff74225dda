import type { Document } from '../../../document';
import type { Problem } from '../../../schema/problem';
import { Token } from '../../../syntax/tokens/token';
import { quote } from '../../../text/characters';
import type { Range } from '../../../text/range';
import { charAt, sliceText } from '../../../text/text';
import { isBlankBetween, type TokenAt, tokenBehind } from '../../cursorContext';
import { insert, type QuickFix, remove } from '../fix';
import { endBefore } from './brackets/fixBrackets';

/** Maximum strings to make one of. */
const maxJoined = 1000;

/** Makes one string of those that follow each other, as Python does; or their quotes are text. */
export function fixJoinedStrings(document: Document, problem: Problem): QuickFix[] {
  const gaps = gapsBefore(document, problem);
  if (gaps.length === 0) return [];
  const join = gaps.map(({ from, to }) => remove(from, to));
  const escaped = gaps.flatMap(({ from, to }) => [insert(from, '\\'), insert(to - 1, '\\')]);
  const isOneLine = gaps.every(({ from, to }) => !/[\r\n]/.test(sliceText(document.text, from, to)));
  const { code } = problem;
  // On one line, the quotes may as well be text.
  return [
    { title: 'Join the strings', code, edits: join, isPreferred: !isOneLine },
    ...(isOneLine ? [{ title: 'Escape the quotes', code, edits: escaped, isPreferred: false }] : []),
  ];
}

/** From the quote that ends a string to the one that begins the next, for each; none if there is more than white space. */
function gapsBefore(document: Document, problem: Range): Range[] {
  const { text } = document;
  let end = endBefore(document, problem.from);
  const gaps: Range[] = [];
  for (let next = tokenBehind(document, end); isPart(document, next) && gaps.length < maxJoined; ) {
    if (charAt(text, end - 1) !== quote || !isBlankBetween(document, end, next.from)) return [];
    gaps.push({ from: end - 1, to: next.from + 1 });
    end = next.to;
    next = tokenBehind(document, end);
  }
  return gaps;
}

/** Whether a token is a string, and no name. */
function isPart(document: Document, { type, to }: TokenAt): boolean {
  return type === Token.string && tokenBehind(document, to).type !== Token.colon;
}
