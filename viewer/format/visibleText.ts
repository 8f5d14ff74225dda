/** Plain text, or one invisible or misleading character as an escape. */
export type Piece = string | { readonly escape: string };

/**
 * Control characters except tab and line ends, characters that reorder, separate or hide text (bidirectional controls,
 * fillers, soft hyphens, tags), and lone surrogates. Joiners and variation selectors stay: scripts and emoji need them.
 */
const unseen =
  /[\p{Cc}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb](?<!\p{Variation_Selector}|[\t\n\r\u200c]|\u200d)|\r(?!\n)/gu;

/** Line breaks and tabs, too: in a name they would look like its end. */
const unseenInName = new RegExp(`[\\t\\n\\r]|${unseen.source}`, 'gu');

/** Shown for a name without characters. */
export const emptyName = '""';

/** Maximum escapes with an element of their own; later ones are inline text. */
const maxEscapes = 1000;

export function piecesOf(text: string): Piece[] {
  return pieces(text, unseen);
}

/** Same for a name, which is on one line. */
export function piecesOfName(name: string): Piece[] {
  return pieces(name, unseenInName);
}

function pieces(text: string, escaped: RegExp): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(escaped)) {
    if (found.length >= 2 * maxEscapes) break;
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push({ escape: escapeOf(match[0]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(from === 0 ? text : text.slice(from).replace(escaped, escapeOf));
  return found;
}

/** Replaces invisible characters by escapes. */
export function visible(text: string): string {
  return text.replace(unseen, escapeOf);
}

/** Same for a name, which is on one line. An empty one could not be seen. */
export function visibleName(name: string): string {
  return name === '' ? emptyName : name.replace(unseenInName, escapeOf);
}

const shortNames = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function escapeOf(character: string): string {
  const short = shortNames.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
