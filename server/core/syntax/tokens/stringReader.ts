import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  firstHigh,
  firstLow,
  lastHigh,
  lastLow,
  letterU,
  lineFeed,
  quote,
  replacement,
  space,
} from '../../text/characters';
import { hexOf } from '../../text/escapes';
import { isPair } from '../../text/pairs';
import { noUnit } from '../../text/text';
import { SyntaxErrorKind } from '../syntaxErrors';
import { maxCommentLookahead } from './blanks';
import { interrupted } from './ends/endSearch';
import { earlierEnd, isBetweenTokens } from './ends/misplacedQuotes';
import { isOnlyStructure } from './ends/plausible';
import { endOfQuotedJson } from './ends/quotedJson';
import { lengthWithoutEnd, maxNameLength, nameBefore } from './ends/unclosedStrings';
import { Expected } from './expected';
import { SearchedRanges } from './searchedRanges';
import { isBeforeStray } from './strayText';
import { Flag, Token } from './token';
import { type BegunToken, noString, TokenReader } from './tokenReader';
import { isEscapable, isPlain } from './unitKinds';

/** Reads strings in double quotes: those of JSON, and those whose end or contents are wrong. */
export class StringReader extends TokenReader {
  /** Ranges from a quote to an offset, mostly a line end: no string that begins in between ends before it. */
  private readonly withoutEnd = new SearchedRanges({});

  protected string(start: number): Token {
    const begun = this.begun?.start === start ? this.begun : null;
    // What is around the quote may be long, so it is not looked at again.
    if (begun !== null && begun.later >= 0) return this.endLater(begun);
    let at = begun?.at ?? start + 1;
    let { flags, control, lineBreak, badEscape, end } = begun ?? noString;
    const stop = at + this.maxLength;
    const around = this.withoutEnd.find(start);
    if (around !== null) {
      if (around.from < start && this.expected === Expected.separator) {
        this.see(around.to + 1);
        return this.strayQuote(start);
      }
      if (this.kindsOnly) at = around.to;
    }
    for (;;) {
      if (at >= stop) {
        if (end < 0 && this.kindsOnly) this.withoutEnd.around(start).to = at;
        return this.pause({ start, at, flags, control, lineBreak, badEscape, end, later: -1 });
      }
      at = this.runOf(isPlain, at);
      const c = this.peek(at);
      if (c === quote && at + 1 >= end) break;
      if (c === lineFeed || c === carriageReturn) {
        if (at >= end) end = this.ends.behindLineBreak(at);
        if (lineBreak < 0 && end >= 0) lineBreak = at;
        // What is in the string on later lines decides only its flags, and a million may begin before the same end.
        if (end >= 0 && this.kindsOnly) {
          if (lineBreak === at) this.withoutEnd.around(start).to = at;
          at = end - 1;
          continue;
        }
      }
      if (c === noUnit || ((c === lineFeed || c === carriageReturn) && end < 0)) {
        this.flags = flags;
        if (end < 0) this.withoutEnd.around(start).to = at;
        return this.unterminated(start, at, () => this.reportInside(control, lineBreak, badEscape));
      }
      if (c === backslash) {
        const length = this.escape(at);
        if ((this.flags & Flag.broken) !== 0 && badEscape < 0 && !this.endsLine(at + 1)) badEscape = at;
        at += length;
        flags |= this.flags | Flag.escapes;
      } else if (c === quote) {
        // In a text over several lines, whose end is known.
        at++;
        flags |= Flag.broken;
      } else if (c < space) {
        if (control < 0) control = at;
        at++;
        flags |= Flag.broken;
      } else if (c >= firstHigh && c <= lastLow) {
        const isWhole = isPair(c, this.peek(at + 1));
        if (!isWhole) flags |= Flag.loneSurrogate;
        at += isWhole ? 2 : 1;
      } else if (c === replacement) {
        flags |= Flag.replaced;
        at++;
      }
      // Any other character is just the first of the next chunk.
    }
    this.flags = flags;
    if (at + 1 !== end && !this.isEnd(start, at + 1)) {
      return this.closeString({ start, at, flags, control, lineBreak, badEscape, end, later: -1 });
    }
    this.reportInside(control, lineBreak, badEscape);
    return this.finish(Token.string, at + 1);
  }

  /** Reports a line break in a string if there is one, else its first bad escape or control character. */
  private reportInside(control: number, lineBreak: number, badEscape: number): void {
    const isEscape = badEscape >= 0 && (control < 0 || badEscape < control);
    if (lineBreak >= 0) this.report(SyntaxErrorKind.lineBreak, lineBreak, this.afterLineBreak(lineBreak));
    else if (isEscape)
      this.report(SyntaxErrorKind.badEscape, badEscape, badEscape + this.lengthOfBadEscape(badEscape));
    else if (control >= 0) this.report(SyntaxErrorKind.controlCharacter, control, control + 1);
  }

  /** A quote ends the string, unless what follows shows that it should have been escaped. */
  private isEnd(start: number, end: number): boolean {
    const after = this.peek(end);
    this.see(end + 1);
    if (
      after === colon ||
      after === lineFeed ||
      after === carriageReturn ||
      after === closeBrace ||
      after === closeBracket ||
      after === noUnit
    ) {
      return true;
    }
    if (this.ends.isPlausible(end)) return true;
    if (after === quote) return isBetweenTokens(this, this.expected, { start, end });
    const isName = this.expected === Expected.name && end - start < maxNameLength;
    return isName && isBeforeStray(this, this.read(start + 1, end - 1), end);
  }

  /** Ends a string earlier or later than at its quote, if it should: the quote may belong to another, or be escaped. */
  private closeString(begun: BegunToken): Token {
    const { start, control, lineBreak, badEscape } = begun;
    const end = begun.at + 1;
    const isName = this.expected === Expected.name;
    const json = endOfQuotedJson(this, this.ends, { start, end, isName });
    const earlier = json < 0 ? earlierEnd(this, this.expected, { start, end }) : -1;
    if (earlier <= start) return this.endLater({ ...begun, later: Math.max(json, end) });
    this.reportInside(control, lineBreak, badEscape);
    return earlier === start + 1 ? this.strayQuote(start) : this.endEarlier(start, earlier);
  }

  /** Ends a string at a later quote, if there is one. */
  private endLater(begun: BegunToken): Token {
    const end = begun.at + 1;
    const later = this.ends.later(begun.later, quote, this.maxLength);
    if (later === interrupted) return this.pause(begun);
    // Read again, it may be expected to be something else.
    if (this.begun === begun) this.begun = { ...begun, later: -1 };
    this.flags = begun.flags;
    this.reportInside(begun.control, begun.lineBreak, begun.badEscape);
    if (later < 0) return this.finish(Token.string, end);
    this.report(SyntaxErrorKind.unescapedQuote, end - 1, end);
    this.flags |= Flag.broken;
    return this.finish(Token.string, later);
  }

  private endEarlier(start: number, to: number): Token {
    this.report(SyntaxErrorKind.unterminatedString, start, to);
    this.flags |= Flag.broken;
    return this.finish(Token.string, to);
  }

  private unterminated(start: number, end: number, reportOthers: () => void): Token {
    this.see(end + 1);
    const isEmpty = end === start + 1;
    const isStray = this.expected === Expected.separator || (isEmpty && this.expected === Expected.item);
    // No document ends like this, so the text is truncated inside the string.
    const isCut =
      this.peek(end) === noUnit && /[,:{[]\s*$/.test(this.read(Math.max(start + 1, end - 100), end));
    const isShort = end - start < maxCommentLookahead;
    const content = isShort ? this.read(start + 1, end) : '';
    if (isStray || (!isCut && isOnlyStructure(content))) {
      // Behind a colon it begins the value, unless a bracket does.
      const isValue = this.expected === Expected.value && /^\s*[,\]}]/.test(content);
      return isValue ? this.endEarlier(start, start + 1) : this.strayQuote(start);
    }
    reportOthers();
    if (isCut) return this.endEarlier(start, end);
    const name =
      this.expected === Expected.name
        ? nameBefore(this.read(start + 1, Math.min(end, start + maxNameLength)))
        : 0;
    // Commas and brackets at the end of the line are more often after the string than in it.
    const read = (at: number): string => this.read(start + 1 + at, end);
    const length = name > 0 ? name : lengthWithoutEnd(end - start - 1, read, false);
    return this.endEarlier(start, length > 0 ? start + 1 + length : end);
  }

  /** Checks the escape at an offset, sets `flags`, and returns its length. */
  private escape(at: number): number {
    this.flags = 0;
    const c = this.peek(at + 1);
    if (c === letterU) {
      const unit = this.hexAt(at + 2);
      if (unit >= 0) return this.unicodeEscape(at, unit);
    } else if (isEscapable[c] === 1) return 2;
    this.flags = Flag.broken;
    // In an unterminated string the missing quote is the syntax error, not the backslash before the line's end.
    return this.endsLine(at + 1) || c === quote ? 1 : this.lengthOfBadEscape(at);
  }

  /** Of a backslash and the character after it. */
  private lengthOfBadEscape(at: number): number {
    return isPair(this.peek(at + 1), this.peek(at + 2)) ? 3 : 2;
  }

  private unicodeEscape(at: number, unit: number): number {
    if (unit < firstHigh || unit > lastLow) return 6;
    if (unit <= lastHigh && this.peek(at + 6) === backslash && this.peek(at + 7) === letterU) {
      const second = this.hexAt(at + 8);
      if (second >= firstLow && second <= lastLow) return 12;
    }
    this.flags = Flag.loneSurrogate;
    return 6;
  }

  private hexAt(at: number): number {
    let value = 0;
    for (let i = at; i < at + 4; i++) {
      const digit = hexOf(this.peek(i));
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    return value;
  }
}
