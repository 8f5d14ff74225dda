import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import { backslash, firstHigh, lastLow, letterU } from '../text/characters';
import { isPair } from '../text/pairs';
import type { Range } from '../text/range';
import type { Subject, ValueRule } from './rule';

/** A pair, or a half (captured), as escapes. */
const escapedSurrogates =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})/y;

/** Code units read at once, and those of the longest pair: `\ud83d\ude00`. */
const pieceLength = 10_000;
const maxPairLength = 12;

/** Half of a surrogate pair: it cannot be encoded in UTF-8 (RFC 8259 §8.2), so it is lost when sent. */
export const loneSurrogate: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  flags: Flag.loneSurrogate,
  appliesTo: () => true,
  check(subject, report) {
    const found = findHalf(subject);
    if (found === null) return;
    report({
      code: 'lone-surrogate',
      severity: 'warning',
      from: found.from,
      to: found.to,
      message:
        'This is half of a surrogate pair. It cannot be encoded in UTF-8: a parser rejects it or replaces it.',
    });
  },
};

/** The first lone half in a string. Read piece by piece, because a megabyte may precede it. */
function findHalf(subject: Subject): Range | null {
  const { from, to } = subject;
  for (let start = from; start < to; ) {
    const end = Math.min(to, start + pieceLength);
    const found = halfIn(subject.text(start, end), end === to ? 0 : maxPairLength);
    if (found.isHalf) return { from: start + found.from, to: start + found.to };
    start += found.to;
  }
  return null;
}

/**
 * The first lone half in a piece, else how far the piece was searched. The last `left` code units are not searched,
 * because a pair may continue after the piece.
 */
function halfIn(
  piece: string,
  left: number,
): { readonly isHalf: boolean; readonly from: number; readonly to: number } {
  const stop = piece.length - left;
  let at = 0;
  while (at < stop) {
    const from = at;
    const c = piece.charCodeAt(at);
    const next = piece.charCodeAt(at + 1);
    if (c === backslash) {
      escapedSurrogates.lastIndex = at;
      const escaped = next === letterU ? escapedSurrogates.exec(piece) : null;
      at += escaped?.[0].length ?? (isPair(next, piece.charCodeAt(at + 2)) ? 3 : 2);
      if (escaped?.[1] !== undefined) return { isHalf: true, from, to: at };
    } else if (c >= firstHigh && c <= lastLow) {
      const isWhole = isPair(c, next);
      at += isWhole ? 2 : 1;
      if (!isWhole) return { isHalf: true, from, to: at };
    } else at++;
  }
  return { isHalf: false, from: at, to: at };
}
