/**
 * Every kind of syntax error (RFC 8259), with its message. The scanner and the parser report syntax errors by number,
 * so that 100,000 of them in a broken file take little memory.
 */
export const SyntaxErrorKind = {
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
  lineBreak: 26,
  cutOff: 27,
  otherMark: 28,
  wrongBracket: 29,
  secondInLine: 30,
  printedValue: 31,
  logLine: 32,
} as const;

export type SyntaxErrorKind = (typeof SyntaxErrorKind)[keyof typeof SyntaxErrorKind];

/** The message for the user; `shown` is the marked text, shortened. */
export function syntaxErrorMessage(errorKind: number, shown: string): string {
  return messages[errorKind]!(shown);
}

const messages: Record<number, (shown: string) => string> = {
  [SyntaxErrorKind.missingComma]: () => 'A comma is missing here.',
  [SyntaxErrorKind.trailingComma]: () => 'JSON allows no comma before a closing bracket.',
  [SyntaxErrorKind.extraComma]: () => 'A value is missing before this comma, or the comma is one too many.',
  [SyntaxErrorKind.comment]: () => 'JSON allows no comments.',
  [SyntaxErrorKind.singleQuotes]: () => 'JSON strings stand in double quotes, not in single quotes.',
  [SyntaxErrorKind.unquotedKey]: (shown) => `The property name ${shown} must stand in double quotes.`,
  [SyntaxErrorKind.noSuchNumber]: (shown) => `JSON has no ${shown}: only finite numbers can be written.`,
  [SyntaxErrorKind.pythonLiteral]: (shown) =>
    `${shown} is Python; JSON writes ${pythonLiterals[shown] ?? 'it differently'}.`,
  [SyntaxErrorKind.malformedNumber]: (shown) => `${shown} is not a number as JSON writes it.`,
  [SyntaxErrorKind.controlCharacter]: () =>
    'A control character in a string must be written as an escape, such as \\n or \\t.',
  [SyntaxErrorKind.badEscape]: (shown) =>
    `${shown} is not an escape that JSON knows; a backslash itself is written \\\\.`,
  [SyntaxErrorKind.unterminatedString]: () =>
    'This string is not closed: a double quote is missing at its end.',
  [SyntaxErrorKind.unescapedQuote]: () => 'A double quote inside a string must be escaped: \\".',
  [SyntaxErrorKind.secondRoot]: () => 'The document ends before this: nothing may follow its one value.',
  [SyntaxErrorKind.secondInLine]: () =>
    'A line holds one value; this is a second one. Begin a new line, or remove it.',
  [SyntaxErrorKind.unclosed]: (shown) => `This ${shown} is never closed.`,
  [SyntaxErrorKind.strayBracket]: (shown) => `This ${shown} closes nothing.`,
  [SyntaxErrorKind.missingBracket]: () => 'An opening { is missing before this property.',
  [SyntaxErrorKind.missingValue]: () => 'A value is missing here.',
  [SyntaxErrorKind.missingColon]: () => 'A colon is missing between the property name and its value.',
  [SyntaxErrorKind.missingKey]: (shown) => `A property name in double quotes is expected here, not ${shown}.`,
  [SyntaxErrorKind.unexpectedText]: (shown) => `${shown} is not JSON: a string needs double quotes.`,
  [SyntaxErrorKind.printedValue]: (shown) =>
    `${shown} is an object as a program prints it, not a JSON value.`,
  [SyntaxErrorKind.logLine]: () =>
    'This line is a message of a log, not JSON. Remove it: in JSON Lines each line holds a value.',
  [SyntaxErrorKind.unexpectedColon]: () => 'A colon is not expected here.',
  [SyntaxErrorKind.byteOrderMark]: () => 'JSON text must not begin with a byte order mark.',
  [SyntaxErrorKind.missingQuote]: () => 'The opening double quote is missing here.',
  [SyntaxErrorKind.cutOff]: () => 'The text ends in the middle of this: it seems to be cut off.',
  [SyntaxErrorKind.otherMark]: (shown) =>
    `JSON writes ${shown === ';' ? 'a comma' : 'a colon'} here, not ${shown}.`,
  [SyntaxErrorKind.wrongBracket]: (shown) =>
    `This ${shown} closes a bracket of the other kind: ${shown === '}' ? ']' : '}'} is expected.`,
  [SyntaxErrorKind.lineBreak]: () => 'A line break in a string must be written as \\n.',
  [SyntaxErrorKind.strayQuote]: () => 'This double quote opens no string: nothing but brackets follows it.',
  [SyntaxErrorKind.empty]: () => 'The document is empty: JSON text holds one value.',
};

/** JSON equivalents of Python's literals. */
export const pythonLiterals: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
};
