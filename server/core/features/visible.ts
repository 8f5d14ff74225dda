/**
 * Invisible characters and those that change how others are shown: controls, direction marks, separators, tags, and
 * unpaired surrogates. Joiners stay, because scripts and emoji need them.
 */
const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

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
