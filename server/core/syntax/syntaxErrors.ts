import { otherBracket } from './brackets';
import { describeInvisible } from './invisible';

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
  pythonString: 33,
  missingArray: 34,
  invisible: 35,
  foreignQuotes: 36,
  undefined: 37,
  brokenLine: 38,
  cutOffLine: 39,
  foreignColon: 40,
  textBefore: 41,
  colonInName: 42,
  parenthesis: 43,
  joinedStrings: 44,
  nameTwice: 45,
  missingList: 46,
} as const;

export type SyntaxErrorKind = (typeof SyntaxErrorKind)[keyof typeof SyntaxErrorKind];

/** The message for the user; `shown` is the marked text, shortened. */
export function syntaxErrorMessage(errorKind: number, shown: string): string {
  return messages[errorKind]!(shown);
}

const messages: Record<number, (shown: string) => string> = {
  [SyntaxErrorKind.missingComma]: () => "Expected ','.",
  [SyntaxErrorKind.trailingComma]: () => 'Trailing commas are not allowed in JSON.',
  [SyntaxErrorKind.extraComma]: () => "Unexpected ','. Insert a value before it, or remove it.",
  [SyntaxErrorKind.comment]: () => 'Comments are not allowed in JSON.',
  [SyntaxErrorKind.singleQuotes]: () => 'Strings must be in double quotes, not in single quotes.',
  [SyntaxErrorKind.unquotedKey]: (shown) => `The property name ${shown} must be in double quotes.`,
  [SyntaxErrorKind.noSuchNumber]: (shown) => `${shown} is not a JSON number: numbers must be finite.`,
  [SyntaxErrorKind.pythonLiteral]: (shown) =>
    `${shown} is Python. The JSON value is ${pythonLiterals[shown] ?? 'a literal'}.`,
  [SyntaxErrorKind.malformedNumber]: (shown) => `${shown} is not a valid JSON number.`,
  [SyntaxErrorKind.controlCharacter]: () =>
    'Control characters in a string must be escaped, for example as \\n or \\t.',
  [SyntaxErrorKind.badEscape]: (shown) => `Invalid escape ${shown}. Write a backslash as \\\\.`,
  [SyntaxErrorKind.unterminatedString]: () => "Unterminated string: expected '\"' at its end.",
  [SyntaxErrorKind.unescapedQuote]: () => 'Unescaped double quote in a string. Write it as \\".',
  [SyntaxErrorKind.secondRoot]: (shown) =>
    areZeros(shown)
      ? zerosMessage
      : 'Unexpected text after the end of the document, which is one JSON value.',
  [SyntaxErrorKind.textBefore]: (shown) =>
    areZeros(shown) ? zerosMessage : `Unexpected '${shown}' before the value. Remove it.`,
  [SyntaxErrorKind.secondInLine]: (shown) => {
    if (areZeros(shown)) return zerosMessage;
    if (/^[,;]$/.test(shown))
      return `Unexpected '${shown}'. In JSON Lines a line break separates the values.`;
    if (shown.startsWith('#')) return 'Comments are not allowed in JSON.';
    return 'Unexpected second value on this line. Put it on a line of its own, or remove it.';
  },
  [SyntaxErrorKind.unclosed]: (shown) => `'${shown}' is never closed.`,
  [SyntaxErrorKind.strayBracket]: (shown) => `Unexpected '${shown}'.`,
  [SyntaxErrorKind.missingBracket]: () => "Expected '{' before this property.",
  [SyntaxErrorKind.missingArray]: () => "Expected '[' before the first of these values.",
  [SyntaxErrorKind.missingList]: () =>
    "Expected a property name in double quotes, ':' and '[' before these values.",
  [SyntaxErrorKind.missingValue]: () => 'Expected a value.',
  [SyntaxErrorKind.missingColon]: () => "Expected ':' between the property name and its value.",
  [SyntaxErrorKind.missingKey]: (shown) => `Expected a property name in double quotes, found ${shown}.`,
  [SyntaxErrorKind.unexpectedText]: (shown) =>
    areZeros(shown) ? zerosMessage : `Unexpected ${shown}${whyUnexpected(shown)}`,
  [SyntaxErrorKind.undefined]: () => 'undefined is JavaScript. The JSON value is null.',
  [SyntaxErrorKind.foreignQuotes]: (shown) =>
    shown.startsWith('\\')
      ? "Unexpected '\\' before the quotes: JSON is escaped only inside a string."
      : `Strings must be in double quotes, not in ${nameOfMark(shown)}.`,
  [SyntaxErrorKind.invisible]: (shown) =>
    `Unexpected ${describeInvisible(shown)}: an invisible character that JSON allows only in strings.`,
  [SyntaxErrorKind.printedValue]: (shown) => `${shown} is the printed form of an object, not a JSON value.`,
  [SyntaxErrorKind.logLine]: () => 'This begins like a log message, which is not JSON.',
  [SyntaxErrorKind.pythonString]: () =>
    'This is a Python string. A JSON string has one double quote at each end, and no prefix.',
  [SyntaxErrorKind.unexpectedColon]: () => "Unexpected ':'.",
  [SyntaxErrorKind.byteOrderMark]: () => 'JSON text must not begin with a byte order mark.',
  [SyntaxErrorKind.missingQuote]: () => "Expected '\"' at the start of this string.",
  [SyntaxErrorKind.cutOff]: () => 'Unexpected end of text: the file seems to be truncated.',
  [SyntaxErrorKind.cutOffLine]: () => 'Unexpected end of line: this value seems to be truncated.',
  [SyntaxErrorKind.otherMark]: (shown) => `Expected '${separatorMeant(shown)}', found '${shown}'.`,
  [SyntaxErrorKind.foreignColon]: (shown) => `Expected ':', found '${shown}'.`,
  [SyntaxErrorKind.colonInName]: () => "The ':' must come after the quote that ends the property name.",
  [SyntaxErrorKind.parenthesis]: (shown) =>
    shown === '(' ? "Expected '{' or '[', found '('." : "Expected '}' or ']', found ')'.",
  [SyntaxErrorKind.joinedStrings]: () =>
    'Strings that follow each other are not joined in JSON. Write them as one string.',
  [SyntaxErrorKind.nameTwice]: (shown) => `The property name ${shown} is written twice.`,
  [SyntaxErrorKind.wrongBracket]: (shown) => `Expected '${otherBracket(shown)}', found '${shown}'.`,
  [SyntaxErrorKind.lineBreak]: () => 'Line breaks in a string must be written as \\n.',
  [SyntaxErrorKind.brokenLine]: () =>
    'Unexpected line break inside this value. In JSON Lines each value is on one line.',
  [SyntaxErrorKind.strayQuote]: () => "Unexpected '\"'. Remove it: only brackets follow.",
  [SyntaxErrorKind.empty]: () => 'The document is empty. Expected a JSON value.',
};

function whyUnexpected(shown: string): string {
  if (/^(?:<{7}|={7}|>{7})(?!\S)/.test(shown)) return ', a mark of a merge conflict. Remove it.';
  if (/^(?:\.{2,}|…)$/.test(shown)) return ', which stands for what was left out. Write that, or remove it.';
  if (/^(?:\$\{\{?[^{}]+\}|\{\{)/.test(shown)) return ': a placeholder that was not replaced by its value.';
  const literal = literalMeant(shown);
  if (literal !== null) return `; did you mean ${literal}?`;
  const boolean = booleanMeant(shown);
  if (boolean !== null) return `; did you mean ${boolean} or "${shown}"?`;
  return /[\p{L}\p{N}]/u.test(shown) ? '. Put it in double quotes, or remove it.' : '. Remove it.';
}

const zerosMessage = 'Unexpected zero bytes, which an interrupted write leaves. Remove them.';

function areZeros(shown: string): boolean {
  return shown.startsWith('\0\0');
}

function nameOfMark(shown: string): string {
  if (shown.startsWith('`')) return 'backticks';
  return /^&[^;]*;/.exec(shown)?.[0] ?? 'typographic quotes';
}

/** JSON equivalents of Python's literals. */
export const pythonLiterals: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
};

/** The literal that a word matches up to case or one typo; null if there is none. */
export function literalMeant(word: string): string | null {
  const lower = word.toLowerCase();
  const isMisspelt = (literal: string): boolean => {
    if (lower === literal) return true;
    return [...literal].some((_, i) => {
      const [before, here, next = '', behind] = [
        literal.slice(0, i),
        literal[i]!,
        literal[i + 1],
        literal.slice(i + 2),
      ];
      const without = before + next + behind;
      const swapped = before + next + here + behind;
      return lower === without || lower === swapped || lower === before + here + here + next + behind;
    });
  };
  return lower === 'undefined' ? 'null' : (['true', 'false', 'null'].find(isMisspelt) ?? null);
}

/** The boolean that a word means in YAML; null for any other. */
export function booleanMeant(word: string): string | null {
  if (/^(?:yes|on)$/i.test(word)) return 'true';
  return /^(?:no|off)$/i.test(word) ? 'false' : null;
}

/** The separator that another mark stands for. */
export function separatorMeant(mark: string): ',' | ':' {
  return /^[:;，、；.|<>]$/.test(mark) ? ',' : ':';
}
