/**
 * Every way in which text can fail to be JSON (RFC 8259), with what is said about it. The scanner and the
 * parser report a mistake by its number, so that a million of them in a broken file cost little memory.
 */
export const Mistake = {
  missingComma: 0,
  trailingComma: 1,
  extraComma: 2,
  comment: 3,
  singleQuotes: 4,
  unquotedKey: 5,
  noSuchNumber: 6,
  pythonLiteral: 7,
  malformedNumber: 8,
  controlCharacter: 9,
  badEscape: 10,
  unterminatedString: 11,
  unescapedQuote: 12,
  secondRoot: 13,
  unclosed: 14,
  strayBracket: 15,
  missingBracket: 16,
  missingValue: 17,
  missingColon: 18,
  missingKey: 19,
  unexpectedText: 20,
  unexpectedColon: 21,
  byteOrderMark: 22,
  empty: 23,
  missingQuote: 24,
  strayQuote: 25,
} as const;

export type Mistake = (typeof Mistake)[keyof typeof Mistake];

/** What the person is told; `shown` is the marked text, shortened. */
export function describeMistake(mistake: number, shown: string): string {
  return messages[mistake]!(shown);
}

const messages: Record<number, (shown: string) => string> = {
  [Mistake.missingComma]: () => 'A comma is missing here.',
  [Mistake.trailingComma]: () => 'JSON allows no comma before a closing bracket.',
  [Mistake.extraComma]: () => 'A value is missing before this comma, or the comma is one too many.',
  [Mistake.comment]: () => 'JSON allows no comments.',
  [Mistake.singleQuotes]: () => 'JSON strings stand in double quotes, not in single quotes.',
  [Mistake.unquotedKey]: (shown) => `The property name ${shown} must stand in double quotes.`,
  [Mistake.noSuchNumber]: (shown) => `JSON has no ${shown}: only finite numbers can be written.`,
  [Mistake.pythonLiteral]: (shown) =>
    `${shown} is Python; JSON writes ${pythonLiterals[shown] ?? 'it differently'}.`,
  [Mistake.malformedNumber]: (shown) => `${shown} is not a number as JSON writes it.`,
  [Mistake.controlCharacter]: () =>
    'A control character in a string must be written as an escape, such as \\n or \\t.',
  [Mistake.badEscape]: (shown) =>
    `${shown} is not an escape that JSON knows; a backslash itself is written \\\\.`,
  [Mistake.unterminatedString]: () => 'This string is not closed: a double quote is missing at its end.',
  [Mistake.unescapedQuote]: () => 'A double quote inside a string must be escaped: \\".',
  [Mistake.secondRoot]: () => 'The document ends before this: nothing may follow its one value.',
  [Mistake.unclosed]: (shown) => `This ${shown} is never closed.`,
  [Mistake.strayBracket]: (shown) => `This ${shown} closes nothing.`,
  [Mistake.missingBracket]: () => 'An opening { is missing before this property.',
  [Mistake.missingValue]: () => 'A value is missing here.',
  [Mistake.missingColon]: () => 'A colon is missing between the property name and its value.',
  [Mistake.missingKey]: (shown) => `A property name in double quotes is expected here, not ${shown}.`,
  [Mistake.unexpectedText]: (shown) => `${shown} is not JSON: a string needs double quotes.`,
  [Mistake.unexpectedColon]: () => 'A colon is not expected here.',
  [Mistake.byteOrderMark]: () => 'JSON text must not begin with a byte order mark.',
  [Mistake.missingQuote]: () => 'The opening double quote of this property name is missing.',
  [Mistake.strayQuote]: () => 'This double quote opens no string: nothing but brackets follows it.',
  [Mistake.empty]: () => 'The document is empty: JSON text holds one value.',
};

/** What JSON writes for Python's literals. */
export const pythonLiterals: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
};
