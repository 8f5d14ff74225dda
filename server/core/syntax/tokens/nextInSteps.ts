import type { Work } from '../../work';
import type { Scanner } from './scanner';
import { Token } from './token';

/** Code units of white space and comments read between two yields: there may be a million comments. */
const maxBlankPerStep = 10_000;
/** Code units of a token read between two yields. */
const maxTokenPerStep = 20_000;

/** Reads the next token as `Scanner.next` does, in steps. */
export function* nextInSteps(scanner: Scanner): Work<Token> {
  while (!scanner.passBlank(maxBlankPerStep)) yield;
  while (scanner.next(maxTokenPerStep) === Token.unfinished) yield;
  return scanner.token;
}
