/** Plain text, or one invisible or misleading character as an escape. */
export type Piece = string | { readonly escape: string };

/**
 * Control characters except tab and line ends, characters that reorder or hide text (bidirectional controls, zero-width
 * characters, tags), and lone surrogates.
 */
const unseen =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\r(?!\n)/gu;

/** Maximum escapes with an element of their own; later ones are inline text. */
const maxEscapes = 1000;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    if (pieces.length >= 2 * maxEscapes) break;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ escape: escapeOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(from === 0 ? text : visible(text.slice(from)));
  return pieces;
}

/** Replaces invisible characters by escapes. */
export function visible(text: string): string {
  return text.replace(unseen, escapeOf);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
