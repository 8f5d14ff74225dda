import { nextInSteps } from '../../syntax/tokens/nextInSteps';
import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Text } from '../../text/text';
import type { Work } from '../../work';
import { textOfLong } from '../longStrings';
import { inStyle, styleOf } from './lineStyle';
import { joinOnOneLine } from './oneLine';

/** Tokens compared between two yields. */
const yieldEvery = 1000;
/** Code units of a token compared between two yields. */
const pieceLength = 500_000;

/**
 * A text on one line, with the token spacing of the line `like`: restores a line that was expanded. Null if a token
 * would change, because a line break is inside a broken token or ends a comment, or if there is a second value.
 */
export function* joinLinesText(content: string, like: string): Work<string | null> {
  const text = yield* textOfLong(content);
  const style = yield* styleOf(yield* textOfLong(like));
  const joined = yield* inStyle(text, style);
  if (yield* isSameValue(text, yield* textOfLong(joined))) return joined;
  // The kind of a syntax error may depend on the white space after it, so here only line breaks change.
  return yield* joinCautiously(text);
}

/** A text on one line, of which only the line breaks change. Null as for `joinLinesText`. */
export function* joinCautiously(text: Text): Work<string | null> {
  const joined = yield* joinOnOneLine(text, { from: 0, to: text.length });
  return (yield* isSameValue(text, yield* textOfLong(joined))) ? joined : null;
}

/** Whether a text and its one-line form have the same tokens, and no second object or array follows the first. */
function* isSameValue(text: Text, line: Text): Work<boolean> {
  const [a, b] = [scannerOf(text, false), scannerOf(line, true)];
  let depth = 0;
  let isFinished = false;
  for (let count = 1; ; count++) {
    if (count % yieldEvery === 0) yield;
    const token = yield* nextInSteps(a);
    if (token !== (yield* nextInSteps(b))) return false;
    if (token === Token.end) return true;
    if (!(yield* areSameOnOneLine(a, b))) return false;
    const isOpening = token === Token.openObject || token === Token.openArray;
    if (isOpening && isFinished) return false;
    const isClosing = token === Token.closeObject || token === Token.closeArray;
    depth += Number(isOpening) - Number(isClosing);
    isFinished = isClosing && depth === 0;
  }
}

/** Compares the current tokens of two texts in pieces: a token may be very long. */
function* areSameOnOneLine(a: Scanner, b: Scanner): Work<boolean> {
  const length = a.to - a.from;
  if (b.to - b.from !== length) return false;
  for (let from = 0; from < length; from += pieceLength) {
    if (from > 0) yield;
    const to = Math.min(length, from + pieceLength);
    const written = a.read(a.from + from, a.from + to);
    if (written !== b.read(b.from + from, b.from + to) || /[\r\n]/.test(written)) return false;
  }
  return true;
}

function scannerOf(text: Text, lines: boolean): Scanner {
  return new Scanner(text, { lines, report: () => {} });
}
