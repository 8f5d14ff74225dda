import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';

/** What stands between the quotes of a string token, as far as it has quotes; any other token as it is. */
export function contentRange(text: Text, { from, to }: Range): Range {
  const quote = charAt(text, from);
  if (quote !== 34 && quote !== 39) return { from, to };
  return { from: from + 1, to: to - from > 1 && charAt(text, to - 1) === quote ? to - 1 : to };
}
