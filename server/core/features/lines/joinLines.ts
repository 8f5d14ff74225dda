import { Scanner } from '../../syntax/scanner';
import { Token } from '../../syntax/token';
import { type Text, textOf } from '../../text/text';
import type { Work } from '../../work';
import { inStyle, styleOf } from './lineStyle';
import { stretchOnOneLine } from './oneLine';

/** Tokens that are compared between two breaks. */
const breakAfter = 1000;

/**
 * A text on one line, its tokens set apart as in the line `like`: so a line that was expanded comes back as it was.
 * No token changes; null where one would, because a line break stands inside a broken token or ends a comment.
 */
export function* joining(content: string, like: string): Work<string | null> {
  const text = textOf(content);
  const style = yield* styleOf(textOf(like));
  const joined = yield* inStyle(text, style);
  if (yield* haveSameTokens(text, textOf(joined))) return joined;
  // What a mistake is can depend on the white space behind it, in which then only line breaks change.
  const cautious = yield* stretchOnOneLine(text, { from: 0, to: text.length });
  return (yield* haveSameTokens(text, textOf(cautious))) ? cautious : null;
}

/** Whether a text, and another in one line, have the same tokens. */
function* haveSameTokens(text: Text, line: Text): Work<boolean> {
  const [a, b] = [scannerOf(text, false), scannerOf(line, true)];
  for (let count = 1; ; count++) {
    if (count % breakAfter === 0) yield;
    const token = a.next();
    if (token !== b.next()) return false;
    if (token === Token.end) return true;
    if (a.read(a.from, a.to) !== b.read(b.from, b.to)) return false;
  }
}

function scannerOf(text: Text, lines: boolean): Scanner {
  return new Scanner(text, { lines, report: () => {} });
}
