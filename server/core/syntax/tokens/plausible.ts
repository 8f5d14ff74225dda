import { beginsAsPrinted } from './printedValues';

/**
 * Guesses from a few characters, for text in which a quote is missing or is one too many. They never decide
 * whether text is JSON, only which syntax error it has.
 */

/** Code units that the guesses look at. */
export const maxGuessLength = 32;

/** Whether text behind a string and white space begins a value: then a comma is missing, and the string ended. */
export function startsValue(text: string): boolean {
  return (
    /^"/.test(text) ||
    /^-?\d[\d.eE+-]*[ \t]*(?:[,}\]\r\n]|$)/.test(text) ||
    /^(?:true|false|null)(?!\w)/.test(text) ||
    /^\{\s*(?:["}]|$)/.test(text) ||
    /^\[\s*(?:["{[\]\d-]|$)/.test(text)
  );
}

/** Whether an equals sign behind a name stands for a colon: a value follows. */
export function isForeignColon(text: string): boolean {
  return /^=>?[ \t]*(?:["'{[\d-]|(?:true|false|null|True|False|None)(?!\w))/.test(text);
}

/** Whether a word behind a string and a comma is a value or a name, rather than the next word of a sentence. */
export function isValueOrName(text: string): boolean {
  return (
    /^(?:true|false|null|True|False|None|NaN|Infinity)(?!\w)|^[“‘«„]?[\w$]+[”’»“]?\s*["']?\s*(?::|$)/.test(
      text,
    ) || beginsAsPrinted(text)
  );
}

/** Whether a quote that opens a string without an end has nothing behind it but structure: it is one too many. */
export function isOnlyStructure(text: string): boolean {
  return text.length <= 400 && /^[\s{}[\],:]*[{}[\],:][\s{}[\],:]*$/.test(text);
}
