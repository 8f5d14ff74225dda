import {
  carriageReturn,
  closeBrace,
  closeBracket,
  comma,
  letterE,
  lineFeed,
  minus,
  nine,
  plus,
  point,
  smallBit,
  zero,
} from '../../text/characters';
import { maxSafeNumberLength } from '../layout';
import { pythonLiterals, SyntaxErrorKind } from '../syntaxErrors';
import { beginsAsPrinted } from './ends/printedValues';

export const NumberForm = { none: 0, plain: 1, exponent: 2 } as const;
export type NumberForm = (typeof NumberForm)[keyof typeof NumberForm];

/** Whether a word is a number by RFC 8259 §6. */
export function isNumber(word: string): boolean {
  const peek = (at: number): number => word.charCodeAt(at);
  const afterDigits = (start: number, limit: number): number => {
    let at = start;
    while (at < limit && isDigit(peek(at))) at++;
    return at;
  };
  return numberForm(0, word.length, { peek, afterDigits }) !== NumberForm.none;
}

interface Digits {
  /** The code unit at an offset. */
  peek(at: number): number;
  /** The offset after the digits that begin at an offset, or the limit. */
  afterDigits(start: number, limit: number): number;
}

/** The form of the number (RFC 8259 §6) in `[from, to)`. */
export function numberForm(from: number, to: number, text: Digits): NumberForm {
  let at = text.peek(from) === minus ? from + 1 : from;
  const whole = text.afterDigits(at, to);
  if (whole === at || (text.peek(at) === zero && whole > at + 1)) return NumberForm.none;
  at = whole;
  if (at < to && text.peek(at) === point) {
    at = text.afterDigits(at + 1, to);
    if (at === whole + 1) return NumberForm.none;
  }
  if (at === to) return NumberForm.plain;
  if ((text.peek(at) | smallBit) !== letterE) return NumberForm.none;
  at++;
  if (at < to && (text.peek(at) === plus || text.peek(at) === minus)) at++;
  return at < to && text.afterDigits(at, to) === to ? NumberForm.exponent : NumberForm.none;
}

/**
 * The end of a short integer that a comma, a bracket or the end of the line follows; else -1. Such a word needs no other
 * check, and a text may have a million of them.
 */
export function endOfInteger(start: number, text: Digits): number {
  const end = text.afterDigits(start, start + maxSafeNumberLength);
  if (end === start || (text.peek(start) === zero && end > start + 1)) return -1;
  switch (text.peek(end)) {
    case comma:
    case closeBrace:
    case closeBracket:
    case lineFeed:
    case carriageReturn:
      return end;
  }
  return -1;
}

function isDigit(c: number): boolean {
  return c >= zero && c <= nine;
}

/** The kind of syntax error that a word is where a value is expected. */
export function errorKindOfWord(word: string): SyntaxErrorKind {
  if (Object.hasOwn(pythonLiterals, word)) return SyntaxErrorKind.pythonLiteral;
  if (/^[+-]?(NaN|Infinity|inf|nan)$/.test(word)) return SyntaxErrorKind.noSuchNumber;
  // A minus may be one of the dashes that word processors and papers write.
  if (/^[+\-\u2010-\u2013\u2212]*\.?\d|^[+-]$/.test(word)) return SyntaxErrorKind.malformedNumber;
  if (word === 'undefined') return SyntaxErrorKind.undefined;
  return beginsAsPrinted(word) ? SyntaxErrorKind.printedValue : SyntaxErrorKind.unexpectedText;
}
