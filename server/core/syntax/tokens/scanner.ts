import {
  apostrophe,
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  equals,
  firstHigh,
  firstLow,
  hash,
  lastHigh,
  lastLow,
  letterU,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  replacement,
  slash,
  space,
  tab,
} from '../../text/characters';
import { hexOf } from '../../text/escapes';
import { noUnit, type Text } from '../../text/text';
import { maxBracketsBeforeEscape, maxSafeNumberLength } from '../layout';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Blanks, maxCommentLookahead } from './blanks';
import { ChunkReader } from './chunkReader';
import { interrupted } from './ends/endSearch';
import { mayOpenForeign } from './ends/foreignMarks';
import { ForeignStrings } from './ends/foreignStrings';
import { earlierEnd, isBetweenTokens } from './ends/misplacedQuotes';
import { isOnlyStructure } from './ends/plausible';
import { endOfPrinted } from './ends/printedValues';
import { isPrefix, PythonStrings } from './ends/pythonStrings';
import { endOfQuotedJson } from './ends/quotedJson';
import { StringEnds } from './ends/stringEnds';
import { lengthWithoutEnd, maxNameLength, nameBefore } from './ends/unclosedStrings';
import { Expected } from './expected';
import { beginsAsLog, maxHint, maxLogLine, maxLogStart, mayBeginLog, mayHoldJson } from './logLines';
import { SearchedRanges } from './searchedRanges';
import { endOfEquals, endOfPlaceholder, endOfUrl, isBeforeStray } from './strayText';
import { Flag, Token } from './token';
import { isBlank, isEscapable, isInWord, isPlain } from './unitKinds';
import { endOfInteger, NumberForm, numberForm } from './words';

export type Report = (errorKind: SyntaxErrorKind, from: number, to: number) => void;

/** More code units than any text has. */
const noLimit = 2 ** 30;

/** More words, where no value is expected, are not taken as one mistake. */
const maxSentence = 100;

/** Code units of white space and comments to look over for the next token. */
const maxBlankLookahead = 262_144;

/** A string or a word that has been read up to `at`; the other offsets are -1 if there is no such place. */
interface BegunToken {
  readonly start: number;
  readonly at: number;
  readonly flags: number;
  readonly control: number;
  readonly lineBreak: number;
  readonly badEscape: number;
  /** End of a string that continues after a line break, or of the first word of a sentence. */
  readonly end: number;
}

const noString = { flags: 0, control: -1, lineBreak: -1, badEscape: -1, end: -1 };

interface ScannerOptions {
  readonly report: Report;
  readonly lines: boolean;
  /** Only what tokens are and where they end is asked for, not their flags. */
  readonly kindsOnly?: boolean;
}

/**
 * Splits text into JSON tokens, one at a time, from any offset. Never fails: text that is not JSON becomes a `word`, or
 * the token that was most likely meant, and is reported. Offsets are UTF-16 code units.
 */
export class Scanner extends ChunkReader {
  token: Token = Token.end;
  from = 0;
  to = 0;
  flags = 0;
  /** Ranges from a quote to an offset, mostly a line end: no string that begins in between ends before it. */
  private readonly withoutEnd = new SearchedRanges({});
  private readonly report: Report;
  private readonly blanks: Blanks;
  private readonly lines: boolean;
  private readonly kindsOnly: boolean;
  /** What the next token is expected to be. */
  expected: Expected = Expected.anything;
  /** The beginning of the last `unfinished` token. */
  private begun: BegunToken | null = null;
  /** Code units of a string or a word to read at once. */
  private maxLength = noLimit;
  private lazyEnds: StringEnds | null = null;
  private lazyPython: PythonStrings | null = null;
  private lazyForeign: ForeignStrings | null = null;

  constructor(text: Text, options: ScannerOptions) {
    super(text);
    this.report = options.report;
    this.lines = options.lines;
    this.kindsOnly = options.kindsOnly ?? false;
    this.blanks = new Blanks(this, options);
  }

  private get ends(): StringEnds {
    this.lazyEnds ??= new StringEnds(this, this.lines);
    return this.lazyEnds;
  }

  private get python(): PythonStrings {
    this.lazyPython ??= new PythonStrings(this, this.ends, this.lines);
    return this.lazyPython;
  }

  private get foreign(): ForeignStrings {
    this.lazyForeign ??= new ForeignStrings(this, (end) => this.ends.isPlausible(end));
    return this.lazyForeign;
  }

  /** Continues from an offset. */
  moveTo(offset: number): void {
    this.to = offset;
    this.blanks.forget();
  }

  /** Reads the rest of the line as a word if it begins like a log message. */
  nextLogLine(): boolean {
    const at = this.afterBlank();
    if (!this.isLogLine(at)) return false;
    this.from = at;
    this.flags = 0;
    this.finish(Token.word, this.endOfLine(at));
    return true;
  }

  /** Whether the text at an offset begins like a log message. */
  isLogLine(at: number): boolean {
    const c = this.peek(at);
    if (c === openBrace || c === quote || this.isOutside(at)) return false;
    // No log message is shorter than `5%|`; a text may have a million lines with one number each.
    this.see(at + 3);
    if (this.isOutside(at + 1) || this.isOutside(at + 2)) return false;
    this.see(at + maxLogStart);
    return beginsAsLog(this.read(at, this.endOfLine(at, at + maxLogStart)));
  }

  /** Whether the text at an offset is a log message up to the end of its line: nothing in it may be JSON. */
  isLogMessage(at: number): boolean {
    this.see(at + maxHint);
    if (!mayBeginLog(this.read(at, at + maxHint))) return false;
    const end = this.endOfLine(at, at + maxLogLine);
    return end < at + maxLogLine && this.isLogLine(at) && !mayHoldJson(this.read(at, end));
  }

  /**
   * Reads the next token. Of a string or a word, about `maxLength` code units are read at most: if it is longer, the
   * token is `unfinished`, and the next call continues. So it is after as many comments in Python's notation.
   */
  next(maxLength = noLimit): Token {
    this.maxLength = maxLength;
    const start = this.to;
    let token = this.nextOrSkipped();
    // A loop, because there may be a million in a row.
    while (token === Token.skipped && this.to - start < maxLength) token = this.nextOrSkipped();
    this.token = token === Token.skipped ? Token.unfinished : token;
    return this.token;
  }

  private nextOrSkipped(): Token {
    const at = this.blanks.skip(this.to);
    this.from = at;
    this.flags = 0;
    if (at >= this.text.length) return this.finish(Token.end, at);
    const c = this.peek(at);
    switch (c) {
      case openBrace:
        return this.openingBracket(Token.openObject, at);
      case closeBrace:
        return this.finish(Token.closeObject, at + 1);
      case openBracket:
        return this.openingBracket(Token.openArray, at);
      case closeBracket:
        return this.finish(Token.closeArray, at + 1);
      case comma:
        return this.finish(Token.comma, at + 1);
      case colon:
        return this.finish(Token.colon, at + 1);
      case quote:
      case apostrophe:
        return (
          (this.peek(at + 1) === c ? this.pythonString(at) : null) ??
          (c === quote ? this.string(at) : this.singleQuoted(at))
        );
      case lineFeed:
      case carriageReturn:
        return this.finish(Token.newline, this.afterLineBreak(at));
    }
    return this.word(at);
  }

  /**
   * The offset after the white space and comments that follow the current token; does not advance. Only after
   * `passBlank`, because they may have megabytes.
   */
  afterBlank(): number {
    const at = this.blanks.skip(this.to);
    this.see(at + 1);
    return at;
  }

  /** Like `afterBlank`, to look ahead: the end of the text if the next token is too far away. */
  nextNear(): number {
    const limit = this.to + maxBlankLookahead;
    const at = this.blanks.skip(this.to, limit);
    this.see(at + 1);
    return at < limit ? at : this.text.length;
  }

  private finish(token: Token, to: number): Token {
    this.token = token;
    this.to = to;
    // The end of the text is seen only where a token touches it.
    this.see(token === Token.end ? to + 1 : to);
    return token;
  }

  /**
   * Skips up to so many code units of the white space after the current token; false if more is left. Long white space,
   * which may be a million comments, is skipped in steps before the next token is read.
   */
  passBlank(units: number): boolean {
    this.blanks.skip(this.to, this.blanks.knownTo(this.to) + units);
    return this.blanks.isWhole;
  }

  private string(start: number): Token {
    const begun = this.begun?.start === start ? this.begun : null;
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
        return this.pause({ start, at, flags, control, lineBreak, badEscape, end });
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
        if ((this.flags & Flag.broken) !== 0 && badEscape < 0 && !this.isOutside(at + 1)) badEscape = at;
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
        const next = this.peek(at + 1);
        const isPair = c <= lastHigh && next >= firstLow && next <= lastLow;
        if (!isPair) flags |= Flag.loneSurrogate;
        at += isPair ? 2 : 1;
      } else if (c === replacement) {
        flags |= Flag.replaced;
        at++;
      }
      // Any other character is just the first of the next chunk.
    }
    this.flags = flags;
    if (at + 1 !== end && !this.isEnd(start, at + 1)) {
      return this.closeString({ start, at, flags, control, lineBreak, badEscape, end });
    }
    this.reportInside(control, lineBreak, badEscape);
    return this.finish(Token.string, at + 1);
  }

  private pause(begun: BegunToken): Token {
    this.begun = begun;
    this.to = begun.start;
    this.token = Token.unfinished;
    this.see(begun.at + 1);
    return this.token;
  }

  /** Reports a line break in a string if there is one, else its first bad escape or control character. */
  private reportInside(control: number, lineBreak: number, badEscape: number): void {
    const isEscape = badEscape >= 0 && (control < 0 || badEscape < control);
    if (lineBreak >= 0) this.report(SyntaxErrorKind.lineBreak, lineBreak, this.afterLineBreak(lineBreak));
    else if (isEscape) this.report(SyntaxErrorKind.badEscape, badEscape, badEscape + 2);
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
    const later = earlier > start ? -1 : this.ends.later(Math.max(json, end), quote, this.maxLength);
    if (later === interrupted) return this.pause(begun);
    this.reportInside(control, lineBreak, badEscape);
    if (earlier === start + 1) return this.strayQuote(start);
    if (earlier > start) return this.endEarlier(start, earlier);
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

  private strayQuote(at: number): Token {
    this.report(SyntaxErrorKind.strayQuote, at, at + 1);
    this.to = at + 1;
    return Token.skipped;
  }

  private unterminated(start: number, end: number, reportOthers: () => void): Token {
    this.see(end + 1);
    const isEmpty = end === start + 1;
    const isStray = this.expected === Expected.separator || (isEmpty && this.expected === Expected.item);
    // No document ends like this, so the text is truncated inside the string.
    const isCut =
      this.peek(end) === noUnit && /[,:{[]\s*$/.test(this.read(Math.max(start + 1, end - 100), end));
    const isShort = end - start < maxCommentLookahead;
    if (isStray || (!isCut && isShort && isOnlyStructure(this.read(start + 1, end)))) {
      return this.strayQuote(start);
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

  /** Reads a string that only Python has, if one begins here and a value may be here; otherwise null. */
  private pythonString(start: number): Token | null {
    if (this.expected === Expected.name || this.expected === Expected.separator) return null;
    return this.unusual(SyntaxErrorKind.pythonString, start, this.python.endOf(start, this.maxLength));
  }

  private singleQuoted(start: number): Token {
    const end = this.ends.later(start + 1, apostrophe, this.maxLength);
    return this.unusual(SyntaxErrorKind.singleQuotes, start, end) ?? this.word(start);
  }

  /** Reads a string in the quotes of other programs, if one begins here; otherwise null. */
  private foreignString(start: number): Token | null {
    return this.unusual(SyntaxErrorKind.foreignQuotes, start, this.foreign.endOf(start, this.maxLength));
  }

  /** Makes a string that is not in double quotes the current token; null if it has no end. */
  private unusual(errorKind: SyntaxErrorKind, start: number, end: number): Token | null {
    if (end === interrupted) return this.pause({ ...noString, start, at: start + 1 });
    if (end < 0) return null;
    this.report(errorKind, start, end);
    this.flags = Flag.broken | Flag.unquoted | Flag.escapes;
    return this.finish(Token.string, end);
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
    return this.isOutside(at + 1) || c === quote ? 1 : 2;
  }

  /** In an unterminated string the missing quote is the syntax error, not the backslash before the line's end. */
  private isOutside(at: number): boolean {
    const c = this.peek(at);
    return c === noUnit || c === lineFeed || c === carriageReturn;
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

  private word(start: number): Token {
    const integer = endOfInteger(start, this);
    if (integer >= 0) {
      this.see(integer + 1);
      return this.finish(Token.number, integer);
    }
    const begun = this.begun?.start === start ? this.begun : null;
    if (begun !== null && begun.end >= 0 && this.expected === Expected.value)
      return this.sentenceAsValue(begun.end);
    let at = begun?.at ?? start + 1;
    const other = at === start + 1 ? this.otherWord(start) : null;
    if (other !== null) return other;
    const stop = at + this.maxLength;
    for (;;) {
      at = this.endOfRun(at, isInWord, stop);
      if (at >= stop) return this.pause({ ...noString, start, at });
      if (this.peek(at) !== slash || this.blanks.startsComment(at)) break;
      at++;
    }
    this.see(at + 1);
    at = endOfUrl(this, at);
    if (this.isKeyWithoutFirstQuote(at)) {
      this.report(SyntaxErrorKind.missingQuote, start, at + 1);
      this.flags = Flag.broken | Flag.unquoted;
      return this.finish(Token.string, at + 1);
    }
    this.classify(start, at);
    if (this.token === Token.number && this.isTextBeforeQuote(at)) return this.textFrom(start, at + 1);
    // A literal or a number begins a string only if white space and more words follow: `2 and 3`.
    if (this.token !== Token.word && !isBlank(this.peek(at))) return this.token;
    const isValue = this.expected === Expected.value;
    const textEnd = this.ends.ofText(at, isValue);
    if (textEnd >= 0 || this.token !== Token.word) return this.textFrom(start, textEnd);
    // In JSON Lines the rest of a line belongs to its value: only a line of its own is such a comment.
    const mayBeComment = !isValue && (!this.lines || this.expected === Expected.anything);
    if (mayBeComment && this.beginsLineComment(start)) return this.lineComment(start);
    if (isValue) return this.sentenceAsValue(at);
    return this.expected === Expected.anything ? this.token : this.shortSentence(at);
  }

  /** Adds all words that follow the first of a value. */
  private sentenceAsValue(wordEnd: number): Token {
    // Where a token ahead ends must not depend on what was read before.
    const units = this.kindsOnly ? noLimit : this.maxLength;
    const end = this.ends.ofSentence(wordEnd, { most: noLimit, units });
    if (end !== interrupted) return this.finish(Token.word, end);
    return this.pause({ ...noString, start: this.from, at: this.from + 1, end: wordEnd });
  }

  /** Adds the words that follow where no value is expected, unless there is a colon among or after them. */
  private shortSentence(wordEnd: number): Token {
    const end = this.ends.ofSentence(wordEnd, { most: maxSentence, units: noLimit });
    for (let i = wordEnd; i < end; i++) if (this.peek(i) === colon) return this.token;
    return this.finish(Token.word, end);
  }

  /** Reads a word that white space, structure or quotes may not end; null for any other. */
  private otherWord(start: number): Token | null {
    const c = this.peek(start);
    const string = isPrefix(c)
      ? this.pythonString(start)
      : mayOpenForeign(c)
        ? this.foreignString(start)
        : null;
    if (string !== null) return string;
    if (c === equals) return this.finish(Token.word, endOfEquals(this, start));
    const printed = this.printedValue(start);
    return printed >= 0 ? this.finish(Token.word, printed) : null;
  }

  /** The end of an object as a program prints it, if a value may be here and the text after it fits; else -1. */
  private printedValue(start: number): number {
    if (this.expected === Expected.name || this.expected === Expected.separator) return -1;
    const { end, seenTo } = endOfPrinted(this, this.ends.brackets, start);
    this.see(seenTo);
    return end >= 0 && this.ends.isPlausible(end) ? end : -1;
  }

  /** Code units scanned to find the ends of values that are not JSON. */
  get effort(): number {
    return this.ends.brackets.effort;
  }

  /** Whether a quote after a number ends a string without its opening quote: `408"`. */
  private isTextBeforeQuote(at: number): boolean {
    const mayBeValue = this.expected === Expected.value || this.expected === Expected.item;
    return mayBeValue && this.peek(at) === quote && this.ends.isPlausible(at + 1);
  }

  /** Whether a number sign begins a comment, rather than being typed between tokens: in `"id"#: 1` it is stray. */
  private beginsLineComment(at: number): boolean {
    if (this.peek(at) !== hash) return false;
    const before = at === 0 ? space : this.peek(at - 1);
    this.see(at + 2);
    return isBlank(this.peek(at + 1)) || isBlank(before) || before === lineFeed || before === carriageReturn;
  }

  /** A Python comment, up to the end of the line. */
  private lineComment(start: number): Token {
    this.to = this.endOfLine(start);
    this.report(SyntaxErrorKind.comment, start, this.to);
    return Token.skipped;
  }

  /** Makes the current token a string without its opening quote, if that string has an end. */
  private textFrom(start: number, end: number): Token {
    if (end < 0) return this.token;
    this.report(SyntaxErrorKind.missingQuote, start, this.to);
    this.flags = Flag.broken | Flag.unquoted;
    return this.finish(Token.string, end);
  }

  private openingBracket(token: Token, at: number): Token {
    const placeholder = token === Token.openObject ? endOfPlaceholder(this, at) : -1;
    if (placeholder >= 0) return this.finish(Token.word, placeholder);
    this.finish(token, at + 1);
    return this.isEscapedJson(at) ? this.textFrom(at, this.ends.ofEscapedJson(at + 1)) : token;
  }

  /** Whether a bracket begins JSON inside a string, with its quotes escaped: `{\"a\": 1}`. */
  private isEscapedJson(bracket: number): boolean {
    let at = bracket + 1;
    let c = this.peek(at);
    while (at - bracket < maxBracketsBeforeEscape && (c === openBrace || c === openBracket || c === space))
      c = this.peek(++at);
    this.see(at + 1);
    return c === backslash;
  }

  /** Whether a word is a name that has only its closing quote: `reward": 1`. */
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
    const form = numberForm(start, end, this);
    if (form === NumberForm.none) return this.finish(Token.word, end);
    if (end - start > maxSafeNumberLength || form === NumberForm.exponent) this.flags = Flag.extreme;
    return this.finish(Token.number, end);
  }
}
