import type { Head, HeadLine } from './head';
import { beginsJson, isTextLine, looksLikeOwn } from './lineForms';
import type { OtherFormat } from './otherFormat';

/** Text without anything that could begin JSON. */
export function prose({ lines, text, isWhole }: Head, isLines: boolean): OtherFormat | null {
  const first = lines[0]!.text;
  const isSentence = /^[\p{L}\p{Extended_Pictographic}#>*!|(]/u.test(first) && first.split(/\s+/).length > 3;
  const hasJson = /[[{]\s*["'{[]|["']\s*:/.test(text);
  const isLong = lines.length > 1 || first.length > (isSentence ? 40 : minWordLength);
  if (hasJson || !isLong || looksLikeOwn(first)) return null;
  return isSentence || isAllText(lines, isLines && !isWhole) ? plainText : null;
}

/** A shorter word may be the beginning of a document that somebody writes. */
const minWordLength = 20;

/** Whether no line is JSON, an unfinished part of it, or a comment before it. `isCut`: more lines follow. */
function isAllText(lines: readonly HeadLine[], isCut: boolean): boolean {
  const isText = (line: string): boolean => !beginsJson(line) && !looksLikeOwn(line);
  const isComment = (line: string): boolean => /^(#|\/\/|\/\*|\*)/.test(line);
  return !isCut && lines.every(({ text }) => isText(text)) && !lines.every(({ text }) => isComment(text));
}

const plainText: OtherFormat = { message: 'This is plain text, not JSON.' };

/** Prose or a log with some JSON in it. Only for a text that is surely not a document of ours. */
export function textWithJson({ lines }: Head): OtherFormat | null {
  const lead = lines.slice(0, 3);
  const jsonLines = lines.filter(({ text }) => beginsJson(text) || looksLikeOwn(text));
  const isText = lead.length === 3 && lead.every(({ text }) => isTextLine(text));
  return isText && jsonLines.length * 2 < lines.length ? plainText : null;
}
