import {
  apostrophe,
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  letterU,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  slash,
  space,
  star,
  tab,
} from '../text/characters';
import { stringOfUnits } from '../text/chunks';
import { chunkAt, noUnit, sliceText, type Text } from '../text/text';
import { longestSafeNumber } from './layout';
import { Mistake } from './mistakes';
import { glance, isOnlyStructure, isValueOrName, startsValue } from './plausible';
import { Flag, Token } from './token';
import { NumberForm, numberForm } from './words';

export type Report = (mistake: Mistake, from: number, to: number) => void;

/** Repairs of a broken string or comment look no further ahead than this, so that they stay local. */
const farthestLook = 10000;

/** 1: a code unit that means only itself in a string. */
const isPlain = new Uint8Array(0x10000).fill(1).fill(0, 0, space).fill(0, 0xd800, 0xe000);
isPlain[quote] = 0;
isPlain[backslash] = 0;

/** 1: ends a word (white space, structure, quotes). */
const endsWord = new Uint8Array(128);
for (const c of ' \t\n\r,:[]{}"\'') endsWord[c.charCodeAt(0)] = 1;

interface ScannerOptions {
  readonly report: Report;
  readonly lines: boolean;
  /** A scanner of the same text that this one reads ahead for. */
  readonly ahead?: Scanner;
}

/** Where an end was looked for in vain. */
interface VainLook {
  from: number;
  to: number;
  /** One past the last code unit that had been looked at then. */
  seen: number;
}

/**
 * Splits text into JSON tokens, one at a time, from any offset. It never fails: what is not JSON becomes a
 * `word`, or the token that was most likely meant, and is reported. Offsets are UTF-16 code units.
 */
export class Scanner {
  token: Token = Token.end;
  from = 0;
  to = 0;
  flags = 0;
  /** One past the last code unit that had an influence on the tokens so far (the end counts as one). */
  seen = 0;
  /** The chunk of the text that was looked at last, and its offset. */
  private window: Uint16Array = new Uint16Array(0);
  private base = 0;
  private lastComment = -1;
  private readonly text: Text;
  private readonly report: Report;
  private readonly lines: boolean;
  /** The latest for `"` and the latest for `'`. */
  private readonly vain: readonly [VainLook, VainLook];

  constructor(text: Text, options: ScannerOptions) {
    this.text = text;
    this.report = options.report;
    this.lines = options.lines;
    this.vain = options.ahead?.vain ?? [
      { from: 0, to: 0, seen: 0 },
      { from: 0, to: 0, seen: 0 },
    ];
  }

  /** Goes on from an offset. */
  moveTo(offset: number): void {
    this.to = offset;
  }

  /** Reads the next token. */
  next(): Token {
    const at = this.skipBlank(this.to);
    this.from = at;
    this.flags = 0;
    if (at >= this.text.length) return this.finish(Token.end, at);
    const c = this.window[at - this.base]!;
    switch (c) {
      case openBrace:
        return this.finish(Token.openObject, at + 1);
      case closeBrace:
        return this.finish(Token.closeObject, at + 1);
      case openBracket:
        return this.finish(Token.openArray, at + 1);
      case closeBracket:
        return this.finish(Token.closeArray, at + 1);
      case comma:
        return this.finish(Token.comma, at + 1);
      case colon:
        return this.finish(Token.colon, at + 1);
      case quote:
        return this.string(at);
      case apostrophe:
        return this.singleQuoted(at);
      case lineFeed:
      case carriageReturn:
        return this.finish(
          Token.newline,
          at + (c === carriageReturn && this.peek(at + 1) === lineFeed ? 2 : 1),
        );
    }
    return this.word(at);
  }

  /** The offset behind the white space and comments that follow the current token, without reading on. */
  afterBlank(): number {
    const at = this.skipBlank(this.to);
    this.see(at + 1);
    return at;
  }

  /** The code unit at an offset; `noUnit` at the end. Near the last one asked for it costs next to nothing. */
  peek(at: number): number {
    const i = at - this.base;
    return i >= 0 && i < this.window.length ? this.window[i]! : this.peekAfar(at);
  }

  private peekAfar(at: number): number {
    if (at >= this.text.length) return noUnit;
    const chunk = chunkAt(this.text, at);
    this.window = this.text.chunks[chunk]!.units;
    this.base = this.text.starts[chunk]!;
    return this.window[at - this.base]!;
  }

  /** The text of a stretch; near the current token it costs next to nothing. */
  read(from: number, to: number): string {
    const start = from - this.base;
    const end = to - this.base;
    if (start >= 0 && end <= this.window.length) return stringOfUnits(this.window, start, end);
    return sliceText(this.text, from, Math.min(to, this.text.length));
  }

  private finish(token: Token, to: number): Token {
    this.token = token;
    this.to = to;
    // The end of the text is seen only where a token touches it.
    this.see(token === Token.end ? to + 1 : to);
    return token;
  }

  /** Notes that the code units before an offset have had an influence. */
  see(offset: number): void {
    if (offset > this.seen) this.seen = offset;
  }

  private skipBlank(start: number): number {
    let at = start;
    for (;;) {
      const c = this.peek(at);
      if (c === space || c === tab) at++;
      else if (c === lineFeed || c === carriageReturn) {
        if (this.lines) return at;
        at++;
      } else if (c === slash && this.startsComment(at)) at = this.comment(at);
      else if (c === 0xfeff && at === 0) {
        if (this.to === 0) this.report(Mistake.byteOrderMark, 0, 1);
        at = 1;
      } else return at;
    }
  }

  private startsComment(at: number): boolean {
    const next = this.peek(at + 1);
    this.see(at + 2);
    return next === slash || next === star;
  }

  /** Passes over a comment. One that is not closed nearby ends with its line, so that typing `/*` stays local. */
  private comment(start: number): number {
    const isBlock = this.peek(start + 1) === star;
    let lineStop = -1;
    let at = start + 2;
    for (; ; at++) {
      const c = this.peek(at);
      if (c === noUnit) break;
      if (c === lineFeed || c === carriageReturn) {
        if (lineStop < 0) lineStop = at;
        if (!isBlock || this.lines) break;
      }
      if (isBlock && c === star && this.peek(at + 1) === slash) {
        this.see(at + 2);
        return this.passComment(start, at + 2);
      }
      if (isBlock && at - start > farthestLook) break;
    }
    this.see(at + 1);
    return this.passComment(start, lineStop >= 0 ? lineStop : at);
  }

  /** White space is looked at more than once; a comment in it is reported the first time. */
  private passComment(start: number, end: number): number {
    if (start > this.lastComment) this.report(Mistake.comment, start, end);
    this.lastComment = Math.max(this.lastComment, start);
    return end;
  }

  private string(start: number): Token {
    let at = start + 1;
    let flags = 0;
    const controls: number[] = [];
    for (;;) {
      at = this.plainRun(at);
      const c = this.peek(at);
      if (c === quote) break;
      if (c === noUnit || c === lineFeed || c === carriageReturn)
        return this.unterminated(start, at, { flags, controls });
      if (c === backslash) {
        at += this.escape(at);
        flags |= this.flags | Flag.escapes;
      } else if (c < space) {
        controls.push(at++);
        flags |= Flag.broken;
      } else if (c >= 0xd800 && c <= 0xdfff) {
        const next = this.peek(at + 1);
        const isPair = c <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
        if (!isPair) flags |= Flag.loneSurrogate;
        at += isPair ? 2 : 1;
      }
      // Any other character is only the first of the next chunk.
    }
    this.reportControls(controls);
    this.flags = flags;
    return this.closeString(at + 1);
  }

  private reportControls(controls: readonly number[]): void {
    for (const at of controls) this.report(Mistake.controlCharacter, at, at + 1);
  }

  /** Passes over characters that mean only themselves in a string, up to the end of the chunk: the hot loop. */
  private plainRun(start: number): number {
    const w = this.window;
    const length = w.length;
    let i = start - this.base;
    if (i < 0) return start;
    while (i < length && isPlain[w[i]!] === 1) i++;
    return i + this.base;
  }

  /** A quote has been met: it ends the string, unless what follows shows that it should have been escaped. */
  private closeString(end: number): Token {
    const after = this.peek(end);
    this.see(end + 1);
    if (
      after === colon ||
      after === lineFeed ||
      after === carriageReturn ||
      after === closeBrace ||
      after === closeBracket
    ) {
      return this.finish(Token.string, end);
    }
    if (after === noUnit || this.isPlausibleEnd(end)) return this.finish(Token.string, end);
    const real = this.laterEnd(end, quote);
    if (real < 0) return this.finish(Token.string, end);
    this.report(Mistake.unescapedQuote, end - 1, end);
    this.flags |= Flag.broken;
    return this.finish(Token.string, real);
  }

  /** Whether a string that ends here is followed by something that may follow a string, or by a mere slip. */
  private isPlausibleEnd(end: number): boolean {
    let at = end;
    let c = this.peek(at);
    while (c === space || c === tab) c = this.peek(++at);
    this.see(at + 2);
    switch (c) {
      case comma:
        return this.isPlausibleComma(at);
      case colon:
      case closeBracket:
      case closeBrace:
      case lineFeed:
      case carriageReturn:
        return true;
      case slash:
        return this.startsComment(at);
    }
    if (c === noUnit) return true;
    // With white space between, a comma or a colon may be missing before the next value.
    if (at === end) return false;
    this.see(at + glance);
    return startsValue(this.read(at, at + glance));
  }

  /** Whether what follows a comma behind a string is not the next word of a sentence. */
  private isPlausibleComma(comma: number): boolean {
    let at = comma + 1;
    let c = this.peek(at);
    while (c === space || c === tab) c = this.peek(++at);
    this.see(at + 1);
    if (!isLetter(c)) return true;
    this.see(at + glance);
    return isValueOrName(this.read(at, at + glance));
  }

  /**
   * The end of the next quote on this line that can end the string, or -1. Whether one can does not depend on
   * where the string begins: what was looked through in vain is not looked through again.
   */
  private laterEnd(from: number, mark: number): number {
    const vain = this.vain[mark === quote ? 0 : 1];
    const isKnown = from >= vain.from && from < vain.to;
    let at = isKnown ? vain.to : from;
    if (isKnown) this.see(vain.seen);
    for (; at - from < farthestLook; at++) {
      const c = this.peek(at);
      this.see(at + 1);
      if (c === backslash) at++;
      else if (c === noUnit || c === lineFeed || c === carriageReturn) break;
      else if (c === mark && this.isPlausibleEnd(at + 1)) return at + 1;
    }
    if (!isKnown) vain.from = from;
    vain.to = at;
    vain.seen = this.seen;
    return -1;
  }

  private unterminated(
    start: number,
    end: number,
    { flags, controls }: { readonly flags: number; readonly controls: readonly number[] },
  ): Token {
    this.see(end + 1);
    if (end - start < farthestLook && isOnlyStructure(this.read(start + 1, end))) {
      this.report(Mistake.strayQuote, start, start + 1);
      this.to = start + 1;
      return this.next();
    }
    this.reportControls(controls);
    this.flags = flags | Flag.broken;
    // A comma at the end of the line stands behind the string more often than in it.
    let to = end;
    while (to > start + 1 && isBlank(this.peek(to - 1))) to--;
    to = to > start + 1 && this.peek(to - 1) === comma ? to - 1 : end;
    this.report(Mistake.unterminatedString, start, to);
    return this.finish(Token.string, to);
  }

  private singleQuoted(start: number): Token {
    const end = this.laterEnd(start + 1, apostrophe);
    if (end < 0) return this.word(start);
    this.report(Mistake.singleQuotes, start, end);
    this.flags = Flag.broken | Flag.unquoted | Flag.escapes;
    return this.finish(Token.string, end);
  }

  /** Checks the escape at an offset, leaves what it found in `flags`, and gives its length. */
  private escape(at: number): number {
    this.flags = 0;
    const c = this.peek(at + 1);
    if (c === letterU) {
      const unit = this.hexAt(at + 2);
      if (unit >= 0) return this.unicodeEscape(at, unit);
    } else if ('"\\/bfnrt'.includes(String.fromCharCode(c))) return 2;
    this.flags = Flag.broken;
    const isOutside = c === noUnit || c === lineFeed || c === carriageReturn;
    // In an unterminated string the missing quote is the mistake, not the backslash before the line's end.
    if (!isOutside) this.report(Mistake.badEscape, at, at + 2);
    return isOutside || c === quote ? 1 : 2;
  }

  private unicodeEscape(at: number, unit: number): number {
    if (unit < 0xd800 || unit > 0xdfff) return 6;
    if (unit <= 0xdbff && this.peek(at + 6) === backslash && this.peek(at + 7) === letterU) {
      const second = this.hexAt(at + 8);
      if (second >= 0xdc00 && second <= 0xdfff) return 12;
    }
    this.flags = Flag.loneSurrogate;
    return 6;
  }

  private hexAt(at: number): number {
    const digits = this.read(at, at + 4);
    return /^[0-9a-fA-F]{4}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
  }

  private word(start: number): Token {
    let at = start + 1;
    for (;;) {
      const c = this.peek(at);
      if (c === noUnit || (c < 128 && endsWord[c] === 1)) break;
      if (c === slash && this.startsComment(at)) break;
      at++;
    }
    this.see(at + 1);
    if (this.isKeyWithoutFirstQuote(at)) {
      this.report(Mistake.missingQuote, start, at + 1);
      this.flags = Flag.broken | Flag.unquoted;
      return this.finish(Token.string, at + 1);
    }
    return this.classify(start, at);
  }

  /** `reward": 1` after a word that ends where only its closing quote stands. */
  private isKeyWithoutFirstQuote(end: number): boolean {
    if (this.peek(end) !== quote) return false;
    let at = end + 1;
    while (this.peek(at) === space || this.peek(at) === tab) at++;
    this.see(at + 1);
    return this.peek(at) === colon;
  }

  private classify(start: number, end: number): Token {
    switch (end - start <= 5 ? this.read(start, end) : '') {
      case 'true':
        return this.finish(Token.true, end);
      case 'false':
        return this.finish(Token.false, end);
      case 'null':
        return this.finish(Token.null, end);
    }
    const form = numberForm(start, end, (at) => this.peek(at));
    if (form === NumberForm.none) return this.finish(Token.word, end);
    if (end - start > longestSafeNumber || form === NumberForm.exponent) this.flags = Flag.extreme;
    return this.finish(Token.number, end);
  }
}

function isBlank(c: number): boolean {
  return c === space || c === tab;
}

function isLetter(c: number): boolean {
  return (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c >= 128;
}
