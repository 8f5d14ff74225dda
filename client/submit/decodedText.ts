/** A text in which escapes are read, and where its characters stand in the text as it was. */
export interface DecodedText {
  readonly text: string;
  /** The original offset of each character, and of the end. */
  readonly offsets: Uint32Array;
}

/** What may have been done to a text: escaped as in JSON, or percent-encoded as in an address as well. */
export type Escapes = 'json' | 'json and percent';

const patterns: Record<Escapes, RegExp> = {
  json: /\\(?:u(?<unit>[\da-fA-F]{4})|(?<character>["\\/]))/g,
  'json and percent': /\\(?:u(?<unit>[\da-fA-F]{4})|(?<character>["\\/]))|%(?<byte>[\da-fA-F]{2})/g,
};

/** A text as it is. */
export function asItIs(text: string): DecodedText {
  return { text, offsets: new Uint32Array(text.length + 1).map((_, at) => at) };
}

/** Reads each escape once, percent-encoded bytes as one character each; null when there is none. */
export function decodedOnce({ text, offsets }: DecodedText, escapes: Escapes): DecodedText | null {
  const pattern = patterns[escapes];
  if (text.search(pattern) < 0) return null;
  const parts: string[] = [];
  const kept = new Uint32Array(offsets.length);
  let length = 0;
  const keep = (part: string, at: number) => {
    parts.push(part);
    kept.set(offsets.subarray(at, at + part.length), length);
    length += part.length;
  };
  let end = 0;
  for (const { 0: spelling, index, groups } of text.matchAll(pattern)) {
    keep(text.slice(end, index), end);
    const code = Number.parseInt(groups?.['unit'] ?? groups?.['byte'] ?? '', 16);
    keep(groups?.['character'] ?? String.fromCharCode(code), index);
    end = index + spelling.length;
  }
  keep(text.slice(end), end);
  kept[length] = offsets[text.length] ?? 0;
  return { text: parts.join(''), offsets: kept.subarray(0, length + 1) };
}
