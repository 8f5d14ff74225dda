import { nextInSteps } from '../../syntax/tokens/nextInSteps';
import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Range } from '../../text/range';
import type { Text } from '../../text/text';
import type { Work } from '../../work';

/** Tokens read between two yields. */
const yieldEvery = 1000;

/** Whether all values of a text are closed, and there is nothing else between them than commas. */
export function* areClosed(text: Text): Work<boolean> {
  for (const values = valuesIn(text); ; ) {
    const { done, value } = values.next();
    if (done === true) return value;
    if (value === null) yield;
  }
}

/**
 * The consecutive values of a text, over any lines, and null where reading them can be interrupted. There may be
 * millions, so none is kept. Returns false at a value that is not closed.
 */
export function* valuesIn(text: Text): Generator<Range | null, boolean> {
  const scanner = new Scanner(text, { lines: false, report: () => {} });
  let depth = 0;
  let from = 0;
  for (let count = 1; ; count++) {
    if (count % yieldEvery === 0) yield null;
    for (const _ of nextInSteps(scanner)) yield null;
    const { token } = scanner;
    if (token === Token.end) return depth === 0;
    if (depth === 0 && (token === Token.comma || token === Token.word)) {
      if (token === Token.word) return false;
      continue;
    }
    if (depth === 0) from = scanner.from;
    if (token === Token.openObject || token === Token.openArray) depth++;
    if (token === Token.closeObject || token === Token.closeArray) depth--;
    if (depth < 0) return false;
    if (depth === 0) yield { from, to: scanner.to };
  }
}
