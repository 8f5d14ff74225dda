import { diffWordsWithSpace } from 'diff';

/** A piece of a text; `isMarked` if the other text does not have it. */
export interface MarkedPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Longer texts, and those with more differences, have no marks: comparing them takes too long. */
const maxLength = 12_000;
const maxEdits = 300;
/** If less of the shorter text than this is in the other, the texts have nothing to do with each other. */
const minShared = 0.3;

/** Marks words that differ in two texts; null if they are too long or too different. */
export function markWords(
  a: string,
  b: string,
): { readonly a: readonly MarkedPiece[]; readonly b: readonly MarkedPiece[] } | null {
  if (a === b || a.length + b.length > maxLength) return null;
  const changes = diffWordsWithSpace(a, b, { maxEditLength: maxEdits });
  if (changes === undefined) return null;
  const shared = changes.reduce(
    (sum, { added, removed, value }) => sum + (added || removed ? 0 : wordLength(value)),
    0,
  );
  if (shared < minShared * Math.min(wordLength(a), wordLength(b))) return null;
  const side = (other: 'added' | 'removed', own: 'added' | 'removed') =>
    joined(
      changes.flatMap((change) => (change[other] ? [] : [{ text: change.value, isMarked: change[own] }])),
    );
  return { a: side('added', 'removed'), b: side('removed', 'added') };
}

/** Joins adjacent pieces, and marked words with only a space between them. */
function joined(pieces: readonly MarkedPiece[]): MarkedPiece[] {
  const result: MarkedPiece[] = [];
  for (const [i, { text, isMarked }] of pieces.entries()) {
    const isBetween =
      text.trim() === '' && result.at(-1)?.isMarked === true && pieces[i + 1]?.isMarked === true;
    const own = isMarked || isBetween;
    const last = result.at(-1);
    if (last?.isMarked === own) result[result.length - 1] = { text: last.text + text, isMarked: own };
    else result.push({ text, isMarked: own });
  }
  return result;
}

/** Characters other than white space and short words, which all texts share. */
function wordLength(text: string): number {
  return (text.match(/[\p{L}\p{N}_]{4,}|[^\p{ASCII}\s]/gu) ?? []).reduce(
    (sum, { length }) => sum + length,
    0,
  );
}
