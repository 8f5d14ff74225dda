import { apostrophe, quote } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Text } from '../../text/text';

/** The range between the quotes of a string token, as far as it has quotes; of any other token, the whole range. */
export function contentRange(text: Text, { from, to }: Range): Range {
  const mark = charAt(text, from);
  if (mark !== quote && mark !== apostrophe) return { from, to };
  return { from: from + 1, to: to - from > 1 && charAt(text, to - 1) === mark ? to - 1 : to };
}
