/**
 * Invisible characters and those that change how others are shown: controls, direction marks, separators, fillers, soft
 * hyphens, tags, and unpaired surrogates. Joiners and variation selectors stay, because scripts and emoji need them.
 */
const invisible =
  /[\p{Cc}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb](?<!\p{Variation_Selector}|[\t\n\r\u200c]|\u200d)/gu;

/** Replaces invisible and direction-changing characters with escapes. */
export function visible(text: string): string {
  return text.replace(invisible, (c) => {
    const code = c.codePointAt(0)!;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** Like `visible`, on one line: in lists and menus, a line break would look like the end of an entry. */
export function label(text: string): string {
  return visible(text).replace(/[\t\n\r]/g, (c) => `\\${shortNames.get(c)}`);
}

const shortNames = new Map([
  ['\t', 't'],
  ['\n', 'n'],
  ['\r', 'r'],
]);
