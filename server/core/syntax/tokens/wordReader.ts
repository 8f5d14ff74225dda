import {
  apostrophe,
  carriageReturn,
  colon,
  equals,
  hash,
  lineFeed,
  openBracket,
  quote,
  slash,
  space,
  tab,
} from '../../text/characters';
import { maxSafeNumberLength } from '../layout';
import { SyntaxErrorKind } from '../syntaxErrors';
import { interrupted } from './ends/endSearch';
import { mayOpenForeign } from './ends/foreignMarks';
import { endOfPrinted } from './ends/printedValues';
import { isPrefix } from './ends/pythonStrings';
import { Expected } from './expected';
import {
  beginsContainerAt,
  endBeforeFullWidth,
  endOfEquals,
  endOfUrl,
  endOfVariable,
  isFullWidthMark,
} from './strayText';
import { StringReader } from './stringReader';
import { Flag, Token } from './token';
import { noLimit, noString } from './tokenReader';
import { isBlank, isInWord } from './unitKinds';
import { endOfInteger, NumberForm, numberForm } from './words';

/** More words, where no value is expected, are not taken as one mistake. */
const maxSentence = 100;

/** Reads numbers, literals and words, and strings that are not in double quotes, or have only one. */
export class WordReader extends StringReader {
  protected word(start: number): Token {
    const integer = endOfInteger(start, this);
    if (integer >= 0) {
      this.see(integer + 1);
      return this.finish(Token.number, integer);
    }
    const begun = this.begun?.start === start ? this.begun : null;
    if (begun !== null && begun.end >= 0 && this.expected === Expected.value)
      return this.sentenceAsValue(begun.end);
    let at = begun?.at ?? Math.max(start + 1, endOfVariable(this, start));
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
    const isItem = this.expected === Expected.item;
    if ((isValue || isItem) && this.endsBeforeBracket(start, at)) return this.token;
    if (isValue) return this.sentenceAsValue(at);
    return this.expected === Expected.anything ? this.token : this.shortSentence(at);
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
    if (form === NumberForm.none) {
      const head = endBeforeFullWidth(this, start, end);
      return head < end ? this.classify(start, head) : this.finish(Token.word, end);
    }
    if (end - start > maxSafeNumberLength || form === NumberForm.exponent) this.flags = Flag.extreme;
    return this.finish(Token.number, end);
  }

  /** A sentence goes on over a bracket. One or two characters right before a container are not one. */
  private endsBeforeBracket(start: number, end: number): boolean {
    if (end > start + 2) return false;
    const isMark = end === start + 1 && /[^\p{L}\p{N}]/u.test(this.read(start, end));
    return (isMark && this.peek(end) === openBracket) || beginsContainerAt(this, end, this.lines);
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
    if (isFullWidthMark(c) && this.mayBeSeparator()) return this.finish(Token.word, start + 1);
    if (c === equals) return this.finish(Token.word, endOfEquals(this, start));
    const printed = this.printedValue(start);
    return printed >= 0 ? this.finish(Token.word, printed) : null;
  }

  private mayBeSeparator(): boolean {
    return this.expected === Expected.separator || this.expected === Expected.anything;
  }

  /** The end of an object as a program prints it, if a value may be here and the text after it fits; else -1. */
  private printedValue(start: number): number {
    if (this.expected === Expected.name || this.expected === Expected.separator) return -1;
    const { end, seenTo } = endOfPrinted(this, this.ends.brackets, start);
    this.see(seenTo);
    return end >= 0 && this.ends.isPlausible(end) ? end : -1;
  }

  /** Reads a string that only Python has, if one begins here and a value may be here; otherwise null. */
  protected pythonString(start: number): Token | null {
    if (this.expected === Expected.name || this.expected === Expected.separator) return null;
    const isBegun = this.begun?.start === start && this.begun.later >= 0;
    const end = this.python.endOf(start, { units: this.maxLength, isBegun });
    return this.unusual(SyntaxErrorKind.pythonString, start, end);
  }

  protected singleQuoted(start: number): Token {
    const end = this.ends.later(start + 1, apostrophe, this.maxLength);
    return this.unusual(SyntaxErrorKind.singleQuotes, start, end) ?? this.word(start);
  }

  /** Reads a string in the quotes of other programs, if one begins here; otherwise null. */
  private foreignString(start: number): Token | null {
    return this.unusual(SyntaxErrorKind.foreignQuotes, start, this.foreign.endOf(start, this.maxLength));
  }

  /** Makes a string that is not in double quotes the current token; null if it has no end. */
  private unusual(errorKind: SyntaxErrorKind, start: number, end: number): Token | null {
    if (end === interrupted) return this.pause({ ...noString, start, at: start + 1, later: start + 1 });
    if (end < 0) return null;
    this.report(errorKind, start, end);
    this.flags = Flag.broken | Flag.unquoted | Flag.escapes;
    return this.finish(Token.string, end);
  }

  /** Makes the current token a string without its opening quote, if that string has an end. */
  protected textFrom(start: number, end: number): Token {
    if (end < 0) return this.token;
    this.report(SyntaxErrorKind.missingQuote, start, this.to);
    this.flags = Flag.broken | Flag.unquoted;
    return this.finish(Token.string, end);
  }

  /** Whether a quote after a number ends a string without its opening quote: `408"`. */
  private isTextBeforeQuote(at: number): boolean {
    const mayBeValue = this.expected === Expected.value || this.expected === Expected.item;
    return mayBeValue && this.peek(at) === quote && this.ends.isPlausible(at + 1);
  }

  /** Whether a word is a name that has only its closing quote: `reward": 1`. */
  private isKeyWithoutFirstQuote(end: number): boolean {
    if (this.peek(end) !== quote) return false;
    let at = end + 1;
    while (this.peek(at) === space || this.peek(at) === tab) at++;
    this.see(at + 1);
    return this.peek(at) === colon;
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
}
