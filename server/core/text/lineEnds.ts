import { carriageReturn, lineFeed } from './characters';
import { charAt, lineEnd, type Text } from './text';

/** Whether a code unit ends a line. */
export function isLineEnd(c: number): boolean {
  return c === lineFeed || c === carriageReturn;
}

/** The line end of the text: its first. */
export function lineEndOf(text: Text): string {
  if (text.lineCount === 1) return '\n';
  const at = lineEnd(text, 0);
  if (charAt(text, at) === lineFeed) return '\n';
  return charAt(text, at + 1) === lineFeed ? '\r\n' : '\r';
}
