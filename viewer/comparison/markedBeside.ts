import type { KnownMarks } from './knownMarks';
import type { MarkedPiece } from './wordMarks';

/**
 * Marks the words that differ from another text. What is behind the loaded part of that one is not known to differ. Null
 * and undefined as for `KnownMarks.of`.
 */
export function markedBeside(
  marks: Pick<KnownMarks, 'of'>,
  all: string,
  other: { readonly text: string; readonly isCut: boolean },
): readonly MarkedPiece[] | null | undefined {
  if (!other.isCut || all.length < other.text.length) return marks.of(all, other.text);
  const end = wholeCharacters(all, other.text.length);
  const known = marks.of(all.slice(0, end), other.text);
  const last = known?.at(-1);
  if (!known || last === undefined) return known;
  return [...known.slice(0, -1), { ...last, isMarked: false }, { text: all.slice(end), isMarked: false }];
}

/** The length, or one less if it would split a character. */
function wholeCharacters(text: string, length: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length;
}
