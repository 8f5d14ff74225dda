import { minus, nine, plus, point, zero } from '../../text/characters';
import { pythonLiterals, SyntaxErrorKind } from '../syntaxErrors';
import { beginsAsPrinted } from './printedValues';

export const NumberForm = { none: 0, plain: 1, exponent: 2 } as const;
export type NumberForm = (typeof NumberForm)[keyof typeof NumberForm];

/** Whether a word is a number by RFC 8259 §6. */
export function isNumber(word: string): boolean {
  return numberForm(0, word.length, (at) => word.charCodeAt(at)) !== NumberForm.none;
}

/** The form of the number (RFC 8259 §6) in `[from, to)`; `peek` returns the code unit at an offset. */
export function numberForm(from: number, to: number, peek: (at: number) => number): NumberForm {
  const afterDigits = (start: number): number => {
    let at = start;
    while (at < to && isDigit(peek(at))) at++;
    return at;
  };
  let at = peek(from) === minus ? from + 1 : from;
  const whole = afterDigits(at);
  if (whole === at || (peek(at) === zero && whole > at + 1)) return NumberForm.none;
  at = whole;
  if (at < to && peek(at) === point) {
    at = afterDigits(at + 1);
    if (at === whole + 1) return NumberForm.none;
  }
  if (at === to) return NumberForm.plain;
  if ((peek(at) | 32) !== 101) return NumberForm.none;
  at++;
  if (at < to && (peek(at) === plus || peek(at) === minus)) at++;
  return at < to && afterDigits(at) === to ? NumberForm.exponent : NumberForm.none;
}

function isDigit(c: number): boolean {
  return c >= zero && c <= nine;
}

/** The kind of syntax error that a word is where a value is expected. */
export function errorKindOfWord(word: string): SyntaxErrorKind {
  if (Object.hasOwn(pythonLiterals, word)) return SyntaxErrorKind.pythonLiteral;
  if (/^[+-]?(NaN|Infinity|inf|nan)$/.test(word)) return SyntaxErrorKind.noSuchNumber;
  if (/^[+-]?\.?\d/.test(word)) return SyntaxErrorKind.malformedNumber;
  return beginsAsPrinted(word) ? SyntaxErrorKind.printedValue : SyntaxErrorKind.unexpectedText;
}

/** A word without quotes that JSON does not have. */
export function withoutForeignQuotes(word: string): string {
  return /^[“”‘’`„«].*[“”‘’`»]$/s.test(word) ? word.slice(1, -1) : word;
}
