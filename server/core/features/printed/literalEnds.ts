/** Finds the ends of strings. A line with many quotes of which none closes is read once for each kind of quote. */
export class PrintedStrings {
  /** Up to this offset no string ends that begins at an earlier one. */
  private readonly withoutEnd: Record<string, number> = {};
  private readonly content: string;

  constructor(content: string) {
    this.content = content;
  }

  /** The end of a string whose opening quote is right before an offset; the offset itself if it is not closed. */
  endOf(from: number): number {
    const { content, withoutEnd } = this;
    const quote = content[from - 1]!;
    if (from <= (withoutEnd[quote] ?? -1)) return from;
    let at = from;
    for (; at < content.length; at++) {
      if (content[at] === '\\') at += content.startsWith('\r\n', at + 1) ? 2 : 1;
      else if (content[at] === quote) return at + 1;
      // `repr` never writes a string over several lines.
      else if (content[at] === '\n') break;
    }
    withoutEnd[quote] = at;
    return from;
  }
}

/** The end of a call whose parenthesis opens at an offset. */
export function endOfCall(content: string, from: number): number {
  let depth = 0;
  for (let at = from; at < content.length; at++) {
    const c = content[at]!;
    if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return at + 1;
    else if (c === '\n') return at;
  }
  return content.length;
}
