/** A part of a text, by the offset of its first character and of the one behind its last. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes a search for all places of a pattern in a text, overlapping ones too, from left to right. It takes time
 * in proportion to the text, whatever both hold (the method of Knuth, Morris and Pratt); `indexOf` does not.
 */
export function searchFor(pattern: string): (text: string) => Generator<number> {
  const borders = bordersOf(pattern);
  return function* (text) {
    let matched = 0;
    for (let at = 0; at < text.length; at++) {
      matched = longer(pattern, borders, { matched, next: text.charCodeAt(at) });
      if (matched === pattern.length) {
        yield at + 1 - matched;
        matched = borders[matched] ?? 0;
      }
    }
  };
}

/** For each number of matched characters, how many of the last of them are a beginning of the pattern again. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length + 1);
  for (let at = 1; at < pattern.length; at++) {
    const matched = borders[at] ?? 0;
    borders[at + 1] = longer(pattern, borders, { matched, next: pattern.charCodeAt(at) });
  }
  return borders;
}

/** How much of the pattern is matched with one more character of the text. */
function longer(
  pattern: string,
  borders: Uint32Array,
  { matched, next }: { readonly matched: number; readonly next: number },
): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== next) length = borders[length] ?? 0;
  return pattern.charCodeAt(length) === next ? length + 1 : 0;
}

/** Puts ranges into order and makes one of those that overlap. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last === undefined || range.from >= last.to) result.push(range);
    else if (range.to > last.to) result[result.length - 1] = { from: last.from, to: range.to };
  }
  return result;
}
