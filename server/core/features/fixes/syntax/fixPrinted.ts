import { beginsAsPrinted } from '../../../syntax/tokens/ends/printedValues';
import { runToEnd } from '../../../work';
import { literalsToJson } from '../../printed/literals';
import { numberInCall } from '../../printed/numbers';
import { isJson } from '../isJson';

/** The JSON value of an object as programs print it; null if it has none or is ambiguous. */
export function valueOfPrinted(printed: string): string | null {
  const number = numberInCall(printed);
  if (number !== null) return number;
  // `float('nan')` is not a string.
  if (!beginsAsPrinted(printed) || /^float\(['"]/.test(printed)) return null;
  const { text, left } = runToEnd(literalsToJson(printed, 'Python'));
  return left === 0 && isJson(text) ? text.trim() : null;
}
