import {
  capitalA,
  capitalZ,
  greater,
  less,
  letterA,
  letterZ,
  nine,
  openParenthesis,
  point,
  quote,
  space,
  underscore,
  zero,
} from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { noUnit } from '../../../text/text';
import type { BracketEnds } from './bracketEnds';

/**
 * Finds the end of an object as a program prints it: `np.float64(0.5)`, `Message(role='user')`, `<Role.USER: 'user'>`.
 */

/** Maximum code units between `<` and `>`. */
const maxLength = 500;
/** Maximum number of chained calls. */
const maxCalls = 5;
/** Maximum code units of the name with the bracket after it. */
const maxStartLength = 80;

interface CharacterSource {
  peek(at: number): number;
  read(from: number, to: number): string;
  see(offset: number): void;
}

/** Where a value ends, or -1. */
interface Found {
  readonly end: number;
  readonly seenTo: number;
}

/** Whether a text begins like a printed object. */
export function beginsAsPrinted(text: string): boolean {
  return lengthOfStart(text) > 0;
}

/** Length of the start of a printed object, with the bracket; 0 for any other text. In a tuple a value comes first. */
function lengthOfStart(text: string): number {
  return (
    /^(?:new )?[A-Za-z_][\w.]*\(|^\((?=\s*['"\d([{-])|^<(?=[A-Za-z_][\w.]*[: ])/.exec(text)?.[0].length ?? 0
  );
}

/** The end of the object at an offset, on its line; or -1. `seenTo` is one past the last code unit examined. */
export function endOfPrinted(source: CharacterSource, brackets: BracketEnds, start: number): Found {
  const first = source.peek(start);
  if (first !== openParenthesis && first !== less) {
    // A JSON literal looks like a name, too: examine nothing after it.
    const behind = behindName(source, start);
    if (source.peek(behind) !== openParenthesis) return { end: -1, seenTo: behind + 1 };
    return behind === start ? { end: -1, seenTo: start + 1 } : endOfBrackets(source, brackets, behind);
  }
  const seenTo = start + maxStartLength;
  const length = lengthOfStart(source.read(start, seenTo));
  if (length === 0) return { end: -1, seenTo };
  const found = first === less ? endOfAngle(source, start + length) : endOfBrackets(source, brackets, start);
  return { end: found.end, seenTo: Math.max(seenTo, found.seenTo) };
}

/** The offset after a name, which may have `new` before it and does not begin with a digit. */
function behindName(source: CharacterSource, start: number): number {
  let at = start;
  const limit = start + maxStartLength;
  const first = source.peek(start);
  if (first >= zero && first <= nine) return start;
  while (at < limit && isOfName(source.peek(at))) at++;
  if (at !== start + 3 || source.peek(at) !== space || source.read(start, at) !== 'new') return at;
  at++;
  while (at < limit && isOfName(source.peek(at))) at++;
  return at;
}

/** The offset after the `>` that closes the `<`. */
function endOfAngle(source: CharacterSource, from: number): Found {
  for (let at = from; at < from + maxLength; at++) {
    const c = source.peek(at);
    if (c === greater) return { end: at + 1, seenTo: at + 2 };
    if (c === less || c === quote || endsLine(c)) return { end: -1, seenTo: at + 1 };
  }
  return { end: -1, seenTo: from + maxLength };
}

/** The offset after the bracket that closes the one at `open`, and after calls on the result: `array([1]).tolist()`. */
function endOfBrackets(source: CharacterSource, brackets: BracketEnds, open: number): Found {
  let [at, seenTo] = [open, open];
  for (let calls = 0; calls < maxCalls; calls++) {
    const found = brackets.of(at);
    seenTo = Math.max(seenTo, found.seenTo);
    if (found.end < 0) break;
    at = behindName(source, found.end);
    if (source.peek(at) !== openParenthesis) return { end: at, seenTo: Math.max(seenTo, at + 1) };
  }
  return { end: -1, seenTo: Math.max(seenTo, at + 1) };
}

/** A letter, a digit, `_` or a point. */
function isOfName(c: number): boolean {
  const isLetter = (c >= capitalA && c <= capitalZ) || (c >= letterA && c <= letterZ);
  return isLetter || (c >= zero && c <= nine) || c === underscore || c === point;
}

/** The end of a line, or of the text. */
function endsLine(c: number): boolean {
  return c === noUnit || isLineEnd(c);
}
