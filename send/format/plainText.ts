/**
 * Text of a document or of a service as one line that can be shown: control characters and characters that
 * change the direction of writing are spelled out, and it is cut at `limit` characters.
 */
export function boundedText(text: string, limit: number): string {
  // Cut first: what is not shown need not be looked at, and an answer can be a megabyte.
  const head = text.slice(0, limit * 2).trim();
  const visible = head
    .replace(/[^\S\r\n\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, spelledOut);
  return visible.length > limit ? `${visible.slice(0, limit)}…` : visible;
}

/**
 * The same for places where VS Code makes links live, as notifications do, or draws icons, as the status bar
 * does: nothing in the result can be a link, a command or an icon.
 */
export function inertText(text: string, limit: number): string {
  return boundedText(text, limit).replace(/\]\(/g, '] (').replace(/\$\(/g, '$ (');
}

const shortEscapes = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function spelledOut(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
