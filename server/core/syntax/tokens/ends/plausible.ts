import { beginsAsPrinted } from './printedValues';

/**
 * Guesses from a few characters, for text with a missing or an extra quote. They decide only which syntax error a text
 * has, never whether it is JSON.
 */

/** Code units that a guess examines. */
export const maxGuessLength = 32;

const valueStarts = new Set('"-0123456789tfn{['.split('').map((c) => c.charCodeAt(0)));

/** Whether a value may begin with a code unit. */
export function mayStartValue(unit: number): boolean {
  return valueStarts.has(unit);
}

/** Whether the text after a string and white space begins a value: then the string has ended and a comma is missing. */
export function startsValue(text: string): boolean {
  return (
    /^"/.test(text) ||
    /^-?\d[\d.eE+-]*[ \t]*(?:[,}\]\r\n]|$)/.test(text) ||
    /^(?:true|false|null)(?!\w)/.test(text) ||
    /^\{\s*(?:["}]|$)/.test(text) ||
    /^\[\s*(?:["{[\]\d-]|$)/.test(text)
  );
}

/** Whether an equals sign after a name replaces the colon: a value follows. */
export function isForeignColon(text: string): boolean {
  return /^=>?[ \t]*(?:["'{[\d-]|(?:true|false|null|True|False|None)(?!\w))/.test(text);
}

const separatorsOfOthers = new Set('，、；：.|<>'.split('').map((c) => c.charCodeAt(0)));

/** Whether a code unit may be written in place of a comma or a colon. */
export function mayReplaceSeparator(unit: number): boolean {
  return separatorsOfOthers.has(unit);
}

/** Whether a mark after a string replaces the comma or the colon: of another script, or a full stop. A name follows. */
export function isForeignMark(text: string): boolean {
  return /^[，、；.|<>]\s*"[\w-]+"\s*(?::|$)|^：\s*(?:["{[\d-]|(?:true|false|null)(?!\w))/.test(text);
}

/** Whether a word after a string and a comma is a value or a name, rather than the next word of a sentence. */
export function isValueOrName(text: string): boolean {
  return (
    /^(?:true|false|null|True|False|None|NaN|Infinity)(?!\w)|^[“‘«„]?[\w$]+[”’»“]?\s*["']?\s*(?::|$)/.test(
      text,
    ) || beginsAsPrinted(text)
  );
}

/** Whether a word after a string and a comma is the last one in its container: a name that is being typed, or a value. */
export function isLastWord(text: string): boolean {
  return /^[\w$]+\s*[}\]]\s*(?:[,}\]]|$)/.test(text);
}

/** Whether an unclosed string has only brackets and separators: then its quote is stray. */
export function isOnlyStructure(text: string): boolean {
  return text.length <= 400 && /^[\s{}[\],:]*[{}[\],:][\s{}[\],:]*$/.test(text);
}
