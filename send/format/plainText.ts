/**
 * Makes untrusted text of a document or a service safe to show: one line, control and bidirectional characters escaped,
 * cut at `limit` characters.
 */
export function boundedText(text: string, limit: number): string {
  // Cut first: a response can be a megabyte.
  const head = text.slice(0, limit * 2).trim();
  const visible = head
    .replace(/[^\S\r\n\u2028\u2029]+/gu, ' ')
    .replace(
      /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029](?<!\p{Variation_Selector})/gu,
      spelledOut,
    );
  return visible.length > limit ? `${visible.slice(0, limit).replace(/[\ud800-\udbff]$/, '')}…` : visible;
}

/**
 * Same, for places where VS Code renders links (notifications) or icons (status bar): nothing in the result can be a
 * link, a command or an icon.
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
