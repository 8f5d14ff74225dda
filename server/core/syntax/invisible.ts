/**
 * Characters that look like a space or like nothing, but are not white space in JSON (RFC 8259 §2). They come from web
 * pages, chats and word processors. Outside of strings they are skipped like white space, and reported.
 */
const names: ReadonlyMap<number, string> = new Map([
  [0x0b, 'vertical tab'],
  [0x0c, 'form feed'],
  [0x85, 'next line'],
  [0xa0, 'no-break space'],
  [0x1680, 'ogham space'],
  ...Array.from({ length: 11 }, (_, i) => [0x2000 + i, 'wide or thin space'] as const),
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202f, 'narrow no-break space'],
  [0x205f, 'mathematical space'],
  [0x2060, 'word joiner'],
  [0x3000, 'ideographic space'],
  [0xfeff, 'byte order mark'],
]);

const isListed = new Uint8Array(0x10000);
for (const unit of names.keys()) isListed[unit] = 1;

/** All of them, in order. */
export const invisibleUnits: readonly number[] = [...names.keys()];

/** Whether a code unit is an invisible character that JSON does not allow outside of strings. */
export function isInvisible(unit: number): boolean {
  return isListed[unit] === 1;
}

/** For example: `U+00A0 (no-break space)`. */
export function describeInvisible(character: string): string {
  const unit = character.charCodeAt(0);
  const code = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
  return `${code} (${names.get(unit) ?? 'invisible'})`;
}
