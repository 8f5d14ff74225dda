import { Scanner } from '../../syntax/scanner';
import { Token } from '../../syntax/token';
import { type Text, textOf } from '../../text/text';
import { inStyle, styleOf } from './lineStyle';
import { onOneLine } from './oneLine';

/**
 * A text on one line, its tokens set apart as in the line `like`: so a line that was expanded comes back as it was.
 * No token changes; null where one would, because a line break stands inside a broken token or ends a comment.
 */
export function joinLines(content: string, like: string): string | null {
  const text = textOf(content);
  const isSame = (joined: string): boolean => hasSameTokens(text, textOf(joined));
  const joined = inStyle(text, styleOf(textOf(like)));
  if (isSame(joined)) return joined;
  // What a mistake is can depend on the white space behind it, in which then only line breaks change.
  const cautious = onOneLine(text);
  return isSame(cautious) ? cautious : null;
}

/** Whether a text, and another in one line, have the same tokens. */
function hasSameTokens(text: Text, line: Text): boolean {
  const [a, b] = [scannerOf(text, false), scannerOf(line, true)];
  for (;;) {
    const token = a.next();
    if (token !== b.next()) return false;
    if (token === Token.end) return true;
    if (a.read(a.from, a.to) !== b.read(b.from, b.to)) return false;
  }
}

function scannerOf(text: Text, lines: boolean): Scanner {
  return new Scanner(text, { lines, report: () => {} });
}
