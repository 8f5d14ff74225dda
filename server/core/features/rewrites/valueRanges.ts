import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Range } from '../../text/range';
import type { Text } from '../../text/text';
import type { Work } from '../../work';

/** Tokens read between two yields. */
const yieldEvery = 1000;

/** The consecutive values of a text, over any lines; null if one is not closed. */
export function* valuesIn(text: Text): Work<Range[] | null> {
  const scanner = new Scanner(text, { lines: false, report: () => {} });
  const values: Range[] = [];
  let depth = 0;
  let from = 0;
  for (let count = 1; ; count++) {
    if (count % yieldEvery === 0) yield;
    const token = scanner.next();
    if (token === Token.end) return depth === 0 ? values : null;
    if (depth === 0 && (token === Token.comma || token === Token.word)) {
      if (token === Token.word) return null;
      continue;
    }
    if (depth === 0) from = scanner.from;
    if (token === Token.openObject || token === Token.openArray) depth++;
    if (token === Token.closeObject || token === Token.closeArray) depth--;
    if (depth < 0) return null;
    if (depth === 0) values.push({ from, to: scanner.to });
  }
}
