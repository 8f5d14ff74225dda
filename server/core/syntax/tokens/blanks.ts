import {
  byteOrderMark,
  carriageReturn,
  less,
  lineFeed,
  slash,
  space,
  star,
  tab,
} from '../../text/characters';
import { isPair } from '../../text/pairs';
import { noUnit } from '../../text/text';
import { isInvisible } from '../invisible';
import { SyntaxErrorKind } from '../syntaxErrors';
import { standsAt } from './characterSource';
import type { ChunkReader } from './chunkReader';
import { SearchedRanges } from './searchedRanges';

/** Limit of the lookahead for repairs, so that they stay local. */
export const maxCommentLookahead = 10_000;

const htmlComment = '<!--';

/** Skips white space, and what is not JSON but no more than that: comments and invisible characters. */
export class Blanks {
  private readonly source: ChunkReader;
  private readonly lines: boolean;
  private readonly report: (errorKind: SyntaxErrorKind, from: number, to: number) => void;
  /** The last that were skipped, remembered because they may be long and are skipped more than once. */
  private from = -1;
  private to = -1;
  /** Whether no more of them follow: the last skip has not been stopped by its limit. */
  isWhole = true;
  private lastReported = -1;
  /** Ranges in which nothing closes a comment, so that a million that begin there are not searched each. */
  private readonly unclosed = { '-->': new SearchedRanges({}), '*/': new SearchedRanges({}) };

  constructor(source: ChunkReader, options: { readonly lines: boolean; readonly report: Blanks['report'] }) {
    this.source = source;
    this.lines = options.lines;
    this.report = options.report;
  }

  /** Forgets the last ones: how far they were skipped depends on earlier calls. */
  forget(): void {
    this.from = -1;
  }

  /** How far the blanks from an offset on are known. */
  knownTo(start: number): number {
    return this.from === start ? this.to : start;
  }

  /** The end of the blanks from an offset on, or an offset at or after `limit` where they may continue. */
  skip(start: number, limit = Number.POSITIVE_INFINITY): number {
    const isKnown = start === this.from;
    if (isKnown && this.isWhole) return this.to;
    const to = this.endFrom(isKnown ? this.to : start, limit);
    this.from = start;
    this.to = to;
    this.isWhole = to < limit;
    return to;
  }

  private endFrom(start: number, limit: number): number {
    const { source } = this;
    let at = start;
    while (at < limit) {
      const c = source.peek(at);
      if (c === space || c === tab) at++;
      else if (c === lineFeed || c === carriageReturn) {
        if (this.lines) return at;
        at++;
      } else if ((c === slash || c === less) && this.startsComment(at)) at = this.comment(at);
      else if (c === byteOrderMark && at === 0) at = this.pass(SyntaxErrorKind.byteOrderMark, 0, 1);
      else if (isInvisible(c)) at = this.invisible(at);
      else return at;
    }
    return at;
  }

  startsComment(at: number): boolean {
    const { source } = this;
    if (source.peek(at) === less) return standsAt(source, at, htmlComment);
    const next = source.peek(at + 1);
    source.see(at + 2);
    return next === slash || next === star;
  }

  /** Skips a comment. One that is not closed nearby ends with its line, so that typing `/*` stays local. */
  private comment(start: number): number {
    const { source } = this;
    const isHtml = source.peek(start) === less;
    if (!isHtml && source.peek(start + 1) !== star)
      return this.pass(SyntaxErrorKind.comment, start, source.endOfLine(start + 2));
    const closing = isHtml ? '-->' : '*/';
    const inside = start + (isHtml ? htmlComment.length : 2);
    const limit = start + maxCommentLookahead + 1;
    const end = this.endOfComment(inside, limit, closing);
    if (end >= 0) return this.pass(SyntaxErrorKind.comment, start, end);
    const cut = source.endOfLine(inside, limit);
    const isInPair = isPair(source.peek(cut - 1), source.peek(cut));
    return this.pass(SyntaxErrorKind.comment, start, isInPair ? cut + 1 : cut);
  }

  /** The end of a comment, of which the inside begins at an offset; -1 if it is not closed before the limit. */
  private endOfComment(inside: number, limit: number, closing: '-->' | '*/'): number {
    const { source } = this;
    const first = closing.charCodeAt(0);
    const unclosed = this.unclosed[closing].around(inside);
    let at = unclosed.to;
    for (; at <= limit; at++) {
      const c = source.peek(at);
      if (c === noUnit || (this.lines && (c === lineFeed || c === carriageReturn))) break;
      if (c === first && standsAt(source, at, closing)) return at + closing.length;
    }
    source.see(at + 1);
    unclosed.to = at;
    return -1;
  }

  /** Skips invisible characters in a row. */
  private invisible(start: number): number {
    const { source } = this;
    let at = start + 1;
    while (isInvisible(source.peek(at))) at++;
    source.see(at + 1);
    return this.pass(SyntaxErrorKind.invisible, start, at);
  }

  /** Reports what is skipped only the first time, because blanks are skipped more than once. */
  private pass(errorKind: SyntaxErrorKind, start: number, end: number): number {
    if (start > this.lastReported) this.report(errorKind, start, end);
    this.lastReported = Math.max(this.lastReported, start);
    return end;
  }
}
