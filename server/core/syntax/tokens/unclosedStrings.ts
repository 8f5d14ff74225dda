/** Where a string ends that lacks its closing quote, by its content up to a line's end or up to another quote. */

/** Content that is longer is not looked through. */
const maxContentLength = 10_000;
/** A name and what stands around it. */
export const maxNameLength = 64;

/** Length of the name that a content begins with, if a colon follows that; else 0. */
export function nameBefore(content: string): number {
  return /^([\w.-]+)\s*:/.exec(content)?.[1]?.length ?? 0;
}

/** Whether text behind a quote is the rest of a name. */
export function isRestOfName(text: string): boolean {
  return /^[\w.-]+"\s*:/.test(text);
}

/** Length of the content without the comma and the brackets at its end that close what is not opened in it. */
export function lengthWithoutEnd(content: string, isBeforeName: boolean): number {
  const openings = isBeforeName ? /[\s,[{]+$/ : /[\s,]+$/;
  let length = content.length - (openings.exec(content.slice(-400))?.[0].length ?? 0);
  if (content.length > maxContentLength) return length;
  for (const [open, close] of ['{}', '[]'] as const) {
    let depth = 0;
    for (let i = 0; i < length; i++) {
      if (content[i] === open) depth++;
      else if (content[i] === close && --depth < 0) {
        if (/^[\s\]},]*$/.test(content.slice(i, length))) length = i;
        depth = 0;
      }
    }
  }
  return content.slice(0, length).trimEnd().length;
}
