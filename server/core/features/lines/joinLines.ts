import { Scanner } from '../../syntax/scanner';
import { Token } from '../../syntax/token';
import { type Text, textOf } from '../../text/text';

/**
 * A text on one line: line breaks between tokens, with the white space around them, are removed or become one
 * space, as Python's `json.dumps` would write it. No token changes; null where one would, because a line break
 * stands inside a broken token or ends a comment.
 */
export function joinLines(content: string): string | null {
  const joined = onOneLine(content);
  return hasSameTokens(textOf(content), textOf(joined)) ? joined : null;
}

/** The same for JSON without mistakes, in which line breaks stand nowhere but between tokens. */
export function onOneLine(json: string): string {
  const pieces = json
    .split(/[\r\n]+/)
    .map(withoutBlanks)
    .filter((piece) => piece !== '');
  let joined = '';
  let before = '';
  for (const piece of pieces) {
    joined += gap(before, piece) + piece;
    before = piece;
  }
  return joined;
}

/** What stands between two lines that become one. */
function gap(before: string, after: string): string {
  return before === '' || /[[{]$/.test(before.slice(-1)) || /^[\]},:]/.test(after) ? '' : ' ';
}

/** Without spaces and tabs at both ends; `trim` would remove what JSON does not call white space. */
function withoutBlanks(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

function isBlank(line: string, at: number): boolean {
  return line[at] === ' ' || line[at] === '\t';
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
