import type { Document } from '../../document';
import { Mistake } from '../../syntax/mistakes';
import { mistakeStride, type Part } from '../../syntax/tree';
import { charAt, lineEnd, positionAt, type Text } from '../../text/text';

/** A text with more mistakes is no JSON, and formatting would do it no good. */
const mistakeLimit = 20_000;
/** The scanner looks about so far ahead, within the line, for what somebody meant who forgot a quote. */
const farthestLook = 10_100;

/** Mistakes of which what stands behind them on the line decides what they are, and where their token ends. */
const openEnded: ReadonlySet<number> = new Set([
  Mistake.singleQuotes,
  Mistake.unterminatedString,
  Mistake.unescapedQuote,
  Mistake.missingQuote,
  Mistake.strayQuote,
  Mistake.secondRoot,
]);

/**
 * Stretches in which white space may decide what a token is, `from, to` of each in turn, in order: behind a
 * mistake the rest of its line. Null where there are too many mistakes.
 */
export function stretchesToLeave({ text, tree, counts }: Document): number[] | null {
  if (counts[0] === 0) return [];
  const found: { from: number; to: number }[] = [];
  const stack: { part: Part; offset: number }[] = [{ part: tree.root, offset: 0 }];
  while (stack.length > 0) {
    const { part, offset } = stack.pop()!;
    for (let i = 0; i < part.mistakes.length; i += mistakeStride) {
      const mistake = part.mistakes[i]!;
      const from = offset + part.mistakes[i + 1]!;
      const to = offset + part.mistakes[i + 2]!;
      if (openEnded.has(mistake) || isOpenComment(text, mistake, { from, to }))
        found.push({ from, to: reachOf(text, mistake, to) });
    }
    if (found.length > mistakeLimit) return null;
    if (part.type !== 'branch') continue;
    for (const [i, inner] of part.parts.entries())
      stack.push({ part: inner, offset: offset + part.starts[i]! });
  }
  found.sort((a, b) => a.from - b.from);
  return merged(found);
}

/** Whether a mistake is a comment that begins with an asterisk and does not end with one. */
function isOpenComment(text: Text, mistake: number, { from, to }: { from: number; to: number }): boolean {
  if (mistake !== Mistake.comment || charAt(text, from + 1) !== 42) return false;
  return to - from < 4 || charAt(text, to - 2) !== 42 || charAt(text, to - 1) !== 47;
}

function reachOf(text: Text, mistake: number, to: number): number {
  const look = Math.min(to + farthestLook, text.length);
  // A comment that is not closed is one line long only because nothing nearby closes it.
  return mistake === Mistake.comment
    ? look
    : Math.min(look, Math.max(to, lineEnd(text, positionAt(text, to).line)) + 1);
}

function merged(sorted: readonly { from: number; to: number }[]): number[] {
  const flat: number[] = [];
  for (const { from, to } of sorted) {
    const last = flat.length - 1;
    if (last >= 0 && from <= flat[last]!) flat[last] = Math.max(flat[last]!, to);
    else flat.push(from, to);
  }
  return flat;
}
