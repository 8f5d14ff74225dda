/** Finds the end of a string without its closing quote, in its content up to a line end or another quote. */

/** Brackets in longer content are not examined; of that, only the end is read. */
const maxContentLength = 10_000;
const maxEndLength = 400;
/** Maximum length of a name with the characters around it. */
export const maxNameLength = 64;

/** Length of the name at the start of a content, with another quote that ends it, if a colon follows; else 0. */
export function nameBefore(content: string): number {
  return /^([\w.-]+['‘’“”„«»`´]?)\s*:/.exec(content)?.[1]?.length ?? 0;
}

/** Whether the text after a quote is the rest of a name. */
export function isRestOfName(text: string): boolean {
  return /^[\w.-]+"\s*:/.test(text);
}

/** Whether the text after a quote is the rest of a string in an array. */
export function isRestOfItem(text: string): boolean {
  return /^[^"\\\r\n]+"\s*[,\]]/.test(text);
}

/**
 * Length of a content without the comma and the unmatched closing brackets at its end. `read` returns the content from
 * an index on.
 */
export function lengthWithoutEnd(
  whole: number,
  read: (from: number) => string,
  isBeforeName: boolean,
): number {
  const openings = isBeforeName ? /[\s,[{]+$/ : /[\s,]+$/;
  let length = whole - (openings.exec(read(Math.max(0, whole - maxEndLength)))?.[0].length ?? 0);
  if (whole > maxContentLength) return length;
  const content = read(0);
  for (const [open, close] of ['{}', '[]'] as const) {
    // Found once: there may be ten thousand closing brackets before another character.
    const ending = startOfEnding(content, length);
    let depth = 0;
    for (let i = 0; i < length; i++) {
      if (content[i] === open) depth++;
      else if (content[i] === close && --depth < 0) {
        if (i >= ending) length = i;
        depth = 0;
      }
    }
  }
  return content.slice(0, length).trimEnd().length;
}

/** Where the closing brackets, commas and white space at the end of a content begin. */
function startOfEnding(content: string, length: number): number {
  let start = length;
  while (start > 0 && /[\s\]},]/.test(content[start - 1]!)) start--;
  return start;
}
