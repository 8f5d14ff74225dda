import { type Change, diffWordsWithSpace } from 'diff';

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

/**
 * Marks words that differ in two texts; null if they are too long or too different. Long texts are compared without what
 * they begin and end with in common.
 */
export function markWords(
  a: string,
  b: string,
): { readonly a: readonly MarkedPiece[]; readonly b: readonly MarkedPiece[] } | null {
  if (a === b) return null;
  const isLong = a.length + b.length > maxLength;
  const start = isLong ? commonStart(a, b) : 0;
  const end = isLong ? commonEnd(a, b, start) : 0;
  const [ownA, ownB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (ownA.length + ownB.length > maxLength) return null;
  const changes = diffWordsWithSpace(ownA, ownB, { maxEditLength: maxEdits });
  if (changes === undefined) return null;
  const isMostlyCommon = 2 * (start + end) > Math.min(a.length, b.length);
  if (!isMostlyCommon && !areRelated(ownA, ownB, changes)) return null;
  const [before, behind] = [a.slice(0, start), a.slice(a.length - end)].map((text) =>
    text === '' ? [] : [{ text, isMarked: false }],
  );
  const side = (other: 'added' | 'removed', own: 'added' | 'removed') => {
    const pieces = changes.flatMap((change) =>
      change[other] ? [] : [{ text: change.value, isMarked: change[own] }],
    );
    return joined([...before!, ...pieces, ...behind!]);
  };
  return { a: side('added', 'removed'), b: side('removed', 'added') };
}

/** Whether texts share enough words for their differences to say something. */
function areRelated(a: string, b: string, changes: readonly Change[]): boolean {
  const unchanged = changes.filter(({ added, removed }) => !added && !removed);
  const shared = unchanged.reduce((sum, { value }) => sum + wordLength(value), 0);
  return shared >= minShared * Math.min(wordLength(a), wordLength(b));
}

/** The length of what two texts begin with in common, up to the end of a white space. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  while (length > 0 && !isSpace(a.charAt(length - 1))) length--;
  return length;
}

/** The length of what they end with in common behind `start`, from the beginning of a white space. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++;
  while (length > 0 && !isSpace(a.charAt(a.length - length))) length--;
  return length;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
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
