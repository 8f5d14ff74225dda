import type { LiteralLanguage } from '../../detection/formats/literals';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { LiteralConverter } from './literalConverter';
import { PrintedStrings } from './literalEnds';

/** Tokens converted between two yields. */
const yieldEvery = 1000;

export interface Converted {
  readonly text: string;
  /** Number of values without a JSON form; they stay as they are. */
  readonly left: number;
}

/** The beginning of a string, or any other token. */
const token =
  /\s+|[bBrRuUfF]{0,2}["']|#[^\r\n]*|\/\/[^\r\n]*|[A-Za-z_$][\w$.]*|[-+]?[\d.][\w.]*(?:(?<=[eE])[-+]\d+)?|<[^<>\n]*>|[\s\S]/gy;

/** Converts literals to JSON; white space stays. */
export function* literalsToJson(content: string, language: LiteralLanguage): Work<Converted> {
  const converter = new LiteralConverter(content, language);
  const strings = new PrintedStrings(content);
  token.lastIndex = 0;
  let count = 0;
  for (let at = 0; at < content.length; ) {
    token.lastIndex = at;
    const [start] = token.exec(content)!;
    const isQuoted = start.endsWith('"') || start.endsWith("'");
    const end = isQuoted ? strings.endOf(at + start.length) : at + start.length;
    const isString = end > at + start.length;
    const text = content.slice(at, end);
    at = end;
    if (isString) converter.string(text);
    else at = converter.take(text, at);
    if (++count % yieldEvery === 0) yield;
  }
  const pieces = new StringBuilder();
  for (const [i, piece] of converter.pieces.entries()) {
    pieces.push(piece);
    if (i % 100_000 === 0) yield;
  }
  return { text: pieces.toString(), left: converter.left };
}
