import {
  carriageReturn,
  closeBrace,
  closeBracket,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  space,
  tab,
} from '../../text/characters';
import { noUnit } from '../../text/text';
import type { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';

/** Maximum length of text before the bracket of a value, in code units. */
const maxText = 200;

/** Where text ends that stands before a value, and where the bracket of the value is. */
export interface TextBefore {
  readonly to: number;
  readonly bracket: number;
}

/**
 * Finds text before the one value of a document or a line: from the current token to a bracket that JSON follows. After
 * a string only white space may come: with a colon or a comma it is a property or an item.
 */
export function textBefore(scanner: Scanner, lines: boolean): TextBefore | null {
  const { token, from } = scanner;
  if (token === T.openObject && !lines) return bracketBefore(scanner);
  if (token === T.openObject || token === T.openArray || token === T.end || token === T.newline) return null;
  // Of `callback({…})` the whole is one token.
  let to = token === T.string ? scanner.to : from;
  for (let at = to; at < from + maxText; at++) {
    const c = scanner.peek(at);
    scanner.see(at + 1);
    const isLineEnd = c === lineFeed || c === carriageReturn;
    if (c === noUnit || c === quote || (isLineEnd && lines)) return null;
    if ((c === openBrace || c === openBracket) && beginsJson(scanner, at, lines)) return { to, bracket: at };
    // A value in another notation, while `[INFO]` is still text.
    if (c === openBrace) return null;
    if (isLineEnd || c === space || c === tab) continue;
    if (token === T.string) return null;
    to = at + 1;
  }
  return null;
}

/** A bracket around the object of a document: it can be nothing else. */
function bracketBefore(scanner: Scanner): TextBefore | null {
  const bracket = scanner.nextNear();
  return scanner.peek(bracket) === openBrace ? { to: scanner.to, bracket } : null;
}

/** Whether a bracket is followed by a string, another bracket or, if its line ends there, by anything. */
function beginsJson(scanner: Scanner, bracket: number, lines: boolean): boolean {
  let at = bracket + 1;
  while (at < bracket + maxText && (scanner.peek(at) === space || scanner.peek(at) === tab)) at++;
  const c = scanner.peek(at);
  scanner.see(at + 1);
  const isLineEnd = c === lineFeed || c === carriageReturn;
  return (isLineEnd && !lines) || openings.has(c);
}

const openings: ReadonlySet<number> = new Set([quote, openBrace, closeBrace, openBracket, closeBracket]);
