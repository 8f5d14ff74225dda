import { Mistake, pythonLiterals } from './mistakes';

/** Whether a word is a number by RFC 8259 §6. */
export function isNumber(word: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(word);
}

/** Which mistake a word is, where a value was expected. */
export function mistakeOfWord(word: string): Mistake {
  if (Object.hasOwn(pythonLiterals, word)) return Mistake.pythonLiteral;
  if (/^[+-]?(NaN|Infinity|inf|nan)$/.test(word)) return Mistake.noSuchNumber;
  if (/^[+-]?\.?\d/.test(word)) return Mistake.malformedNumber;
  return Mistake.unexpectedText;
}
