import {
  apostrophe,
  capitalA,
  capitalZ,
  carriageReturn,
  closeBrace,
  closeBracket,
  closeParenthesis,
  colon,
  comma,
  equals,
  firstNonAscii,
  letterA,
  letterZ,
  lineFeed,
  quote,
  semicolon,
  slash,
  space,
  star,
  tab,
} from '../../../text/characters';
import { isLineEnd } from '../../../text/lineEnds';
import { noUnit } from '../../../text/text';
import { isInvisible } from '../../invisible';
import type { CharacterSource } from '../characterSource';
import { BracketEnds } from './bracketEnds';
import { type Closing, EndSearch } from './endSearch';
import { foreignMarkAt, mayBeForeignMark } from './foreignMarks';
import { isBeforeStructure, opensToken } from './laterLines';
import {
  isForeignColon,
  isForeignMark,
  isLastWord,
  isValueOrName,
  maxGuessLength,
  mayReplaceSeparator,
  mayStartValue,
  startsValue,
} from './plausible';
import { beforeNextDocument, QuoteSearch, withLine } from './quoteSearch';
import { SentenceEnd, type SentenceLimits } from './sentenceEnd';

/** Quotes to look at for the end of a text over several lines. */
const maxQuotesInText = 20;
/** Ends of such texts that are remembered. */
const maxTextEnds = 1000;

/**
 * Guesses where a string with wrong quotes ends. The guesses decide only which error a text has, never whether it is
 * JSON.
 */
export class StringEnds {
  /** Matches brackets in text that is not JSON. */
  readonly brackets: BracketEnds;
  private readonly source: CharacterSource;
  private readonly isLines: boolean;
  private readonly onLine: QuoteSearch;
  private readonly onLaterLines: QuoteSearch;
  /** Goes on from a quote on a later line, so that the search for the next text is still where that quote is. */
  private readonly behindQuote: QuoteSearch;
  /** Where texts over several lines end, by the first quote at which they could end. */
  private readonly textEnds = new Map<number, number>();
  private readonly searches: { readonly [mark in typeof quote | typeof apostrophe]: EndSearch };
  private readonly sentences: SentenceEnd;

  constructor(source: CharacterSource, isLines: boolean) {
    const peek = (at: number): number => source.peek(at);
    this.source = source;
    this.isLines = isLines;
    this.brackets = new BracketEnds(peek);
    this.onLine = new QuoteSearch(peek, withLine);
    const endsAt = isLines ? beforeNextDocument(peek) : (): boolean => false;
    this.onLaterLines = new QuoteSearch(peek, endsAt);
    this.behindQuote = new QuoteSearch(peek, endsAt);
    const searchFor = (mark: number): EndSearch =>
      new EndSearch(source, closingOf(mark), (end) => this.isPlausible(end));
    this.sentences = new SentenceEnd(source, (end) => this.isPlausible(end), isLines);
    this.searches = { [quote]: searchFor(quote), [apostrophe]: searchFor(apostrophe) };
  }

  /** Whether what comes after a string or a word is valid there, or is only a small error. */
  isPlausible(end: number): boolean {
    const { source } = this;
    const at = this.afterBlank(end);
    const c = source.peek(at);
    source.see(at + 2);
    switch (c) {
      case comma:
      case semicolon:
        return this.isPlausibleComma(at);
      case colon:
      case closeBracket:
      case closeBrace:
      case lineFeed:
      case carriageReturn:
        return true;
      case equals:
        source.see(at + maxGuessLength);
        return isForeignColon(this.textToGuess(at));
      case closeParenthesis:
        return this.isStrayParenthesis(at);
      case slash:
        return source.peek(at + 1) === slash || source.peek(at + 1) === star;
    }
    if (c === noUnit) return true;
    if (mayReplaceSeparator(c)) {
      source.see(at + maxGuessLength);
      if (mayBeForeignMark(source, at) && isForeignMark(this.textToGuess(at))) return true;
    }
    // After white space, a comma or a colon may be missing before the next value.
    if (at === end) return false;
    source.see(at + maxGuessLength);
    // Most characters need no guess, and a line may have a million quotes.
    return mayStartValue(c) && startsValue(this.textToGuess(at));
  }

  /** Whether a parenthesis after a string is in place of a bracket, rather than in a text. */
  private isStrayParenthesis(at: number): boolean {
    const { source } = this;
    const next = this.afterBlank(at + 1);
    const c = source.peek(next);
    source.see(next + 1);
    if (c === comma) return this.isPlausibleComma(next);
    return c === closeBrace || c === closeBracket;
  }

  /** Whether the text after a comma that follows a string is not the next word of a sentence. */
  private isPlausibleComma(at: number): boolean {
    const { source } = this;
    const next = this.afterBlank(at + 1);
    source.see(next + 1);
    if (!isLetter(source.peek(next)) || foreignMarkAt(source, next) !== null) return true;
    source.see(next + maxGuessLength);
    if (this.isPlainName(next)) return true;
    const text = this.textToGuess(next);
    // A comma right behind a letter may be typed into a word.
    return isValueOrName(text) || (source.peek(at - 1) === quote && isLastWord(text));
  }

  /** Whether letters and a colon stand at an offset: in most texts they decide a guess without a regular expression. */
  private isPlainName(from: number): boolean {
    const { source } = this;
    const limit = from + maxGuessLength;
    let at = from;
    while (at < limit && isAsciiLetter(source.peek(at))) at++;
    return at > from && at < limit && source.peek(at) === colon;
  }

  /**
   * The end of the next quote on this line that can end the string, or -1. After about `units` code units the search is
   * interrupted; the next call continues it.
   */
  later(from: number, mark: typeof quote | typeof apostrophe, units: number): number {
    return this.searches[mark].next(from, units);
  }

  /** End of a string that continues after a line break: after a quote that closes something; or -1. */
  behindLineBreak(at: number): number {
    const { source, onLaterLines, textEnds } = this;
    const { at: mark, seenTo } = onLaterLines.next(at);
    source.see(seenTo);
    if (mark < 0) return -1;
    // Where a text ends does not depend on where it begins, and a million may begin before the same quote.
    const known = textEnds.get(mark);
    if (known !== undefined) return known;
    if (textEnds.size === maxTextEnds) textEnds.clear();
    const end = this.endFrom(mark);
    textEnds.set(mark, end);
    return end;
  }

  /** The end of a text over several lines that a quote, or one after it, closes; or -1. */
  private endFrom(first: number): number {
    const { source, behindQuote } = this;
    let mark = first;
    // Quotes in the text are not the end: a plausible end has structure behind it, also on the next line.
    for (let count = 0; mark >= 0 && count < maxQuotesInText; count++) {
      if (opensToken(source, mark)) return -1;
      if (this.isFollowedByStructure(mark + 1)) return mark + 1;
      const { at, seenTo } = behindQuote.next(mark + 1);
      source.see(seenTo);
      mark = at;
    }
    return -1;
  }

  /** Whether a quote is followed by what may follow a string: not by a colon, nor by more text. */
  private isFollowedByStructure(end: number): boolean {
    const { source, isLines } = this;
    const next = this.afterBlank(end);
    if (isLineEnd(source.peek(next)))
      return isBeforeStructure(source, { from: next, stop: end + maxGuessLength, isLines });
    return source.peek(next) !== colon && this.isPlausible(end);
  }

  /**
   * The end of a string that lacks its opening quote and begins with a word or a number, or -1. A word is not such a
   * string if the text after it may follow a value; where a value is expected (`isValue`), a colon may not.
   */
  ofText(wordEnd: number, isValue: boolean): number {
    const isColon = isValue && this.source.peek(this.afterBlank(wordEnd)) === colon;
    return !isColon && this.isPlausible(wordEnd) ? -1 : this.closing(this.onLine, wordEnd);
  }

  /** The end of escaped JSON in a string without its opening quote, or -1. */
  ofEscapedJson(from: number): number {
    return this.closing(this.onLine, from);
  }

  /** See `SentenceEnd`. */
  ofSentence(wordEnd: number, limits: SentenceLimits): number {
    return this.sentences.from(wordEnd, limits);
  }

  /** The text to guess from; in JSON Lines only up to the end of the line, because the next one is another document. */
  private textToGuess(at: number): string {
    const text = this.source.read(at, at + maxGuessLength);
    return this.isLines ? text.split(/[\r\n]/, 1)[0]! : text;
  }

  private closing(search: QuoteSearch, from: number): number {
    const { source } = this;
    const { at, seenTo } = search.next(from);
    source.see(seenTo);
    if (at < 0 || source.peek(this.afterBlank(at + 1)) === colon) return -1;
    return this.isPlausible(at + 1) ? at + 1 : -1;
  }

  private afterBlank(from: number): number {
    let at = from;
    let c = this.source.peek(at);
    while (c === space || c === tab || isInvisible(c)) c = this.source.peek(++at);
    return at;
  }
}

function closingOf(mark: number): Closing {
  return { endOf: (at, c) => (c === mark ? at + 1 : -1), lengthOfEscape: () => 2 };
}

function isLetter(c: number): boolean {
  return isAsciiLetter(c) || c >= firstNonAscii;
}

function isAsciiLetter(c: number): boolean {
  return (c >= capitalA && c <= capitalZ) || (c >= letterA && c <= letterZ);
}
