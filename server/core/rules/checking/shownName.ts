import type { Schemas } from '../../schema/schema';
import { decodeString, maxNameLength } from '../../syntax/tree/strings';
import { flagsOf, keyNumberOf } from '../../syntax/tree/tree';
import { sliceText, type Text } from '../../text/text';

/** Code units that are shown of a name that is longer than any with a meaning. */
const maxShownLength = 100;

/** The name of a key as messages show it: of a very long one the beginning, as spelled. */
export function shownName(
  text: Text,
  schemas: Schemas,
  { from, to, info }: { readonly from: number; readonly to: number; readonly info: number },
): string {
  const number = keyNumberOf(info);
  if (number > 0) return schemas.grammar.vocabulary.nameOf(number);
  if (to - from > maxNameLength) return sliceText(text, from + 1, from + maxShownLength);
  return decodeString(sliceText(text, from, to), flagsOf(info));
}
