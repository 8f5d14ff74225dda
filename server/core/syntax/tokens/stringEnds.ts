import {
  backslash,
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  equals,
  lineFeed,
  quote,
  semicolon,
  slash,
  space,
  tab,
} from '../../text/characters';
import { noUnit } from '../../text/text';
import { BracketEnds } from './bracketEnds';
import { isForeignColon, isValueOrName, maxGuessLength, startsValue } from './plausible';
import { beforeNextDocument, QuoteSearch, withLine } from './quoteSearch';

/** A look for the end of a string goes no further than this. */
const maxLookahead = 1_000_000;

/** The text that is looked at. */
export interface CharacterSource {
  peek(at: number): number;
  read(from: number, to: number): string;
  /** Notes that the code units before an offset have had an influence. */
  see(offset: number): void;
}

/** Where an end was looked for in vain. */
interface FailedSearch {
  from: number;
  to: number;
  /** One past the last code unit that had been looked at then. */
  seen: number;
}

/**
 * Guesses where a string ends whose quotes are not right. They decide only which error a text has, never whether
 * it is JSON.
 */
export class StringEnds {
  /** Where brackets close in text that is no JSON. */
  readonly brackets: BracketEnds;
  private readonly source: CharacterSource;
  private readonly onLine: QuoteSearch;
  private readonly onLaterLines: QuoteSearch;
  /** The latest for `"` and the latest for `'`. */
  private readonly vain: readonly [FailedSearch, FailedSearch] = [
    { from: 0, to: 0, seen: 0 },
    { from: 0, to: 0, seen: 0 },
  ];

  /** Words behind which a quote comes before anything that ends them. */
  private readonly words: FailedSearch = { from: 0, to: 0, seen: 0 };

  constructor(source: CharacterSource, isLines: boolean) {
    const peek = (at: number): number => source.peek(at);
    this.source = source;
    this.brackets = new BracketEnds(peek);
    this.onLine = new QuoteSearch(peek, withLine);
    this.onLaterLines = new QuoteSearch(peek, isLines ? beforeNextDocument(peek) : () => false);
  }

  /** Whether a string or a word that ends here is followed by something that may follow it, or by a mere slip. */
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
        return isForeignColon(source.read(at, at + maxGuessLength));
      case slash:
        return source.peek(at + 1) === slash || source.peek(at + 1) === 42;
    }
    if (c === noUnit) return true;
    // With white space between, a comma or a colon may be missing before the next value.
    if (at === end) return false;
    source.see(at + maxGuessLength);
    return startsValue(source.read(at, at + maxGuessLength));
  }

  /** Whether what follows a comma behind a string is not the next word of a sentence. */
  private isPlausibleComma(at: number): boolean {
    const { source } = this;
    const next = this.afterBlank(at + 1);
    source.see(next + 1);
    if (!isLetter(source.peek(next))) return true;
    source.see(next + maxGuessLength);
    return isValueOrName(source.read(next, next + maxGuessLength));
  }

  /**
   * The end of the next quote on this line that can end the string, or -1. Whether one can does not depend on
   * where the string begins: what was looked through in vain is not looked through again.
   */
  later(from: number, mark: number): number {
    const { source } = this;
    const vain = this.vain[mark === quote ? 0 : 1];
    const isKnown = from >= vain.from && from < vain.to;
    let at = isKnown ? vain.to : from;
    if (isKnown) source.see(vain.seen);
    for (; at - from < maxLookahead; at++) {
      const c = source.peek(at);
      if (c === backslash) at++;
      else if (c === noUnit || c === lineFeed || c === carriageReturn) break;
      else if (c === mark && this.isPlausible(at + 1)) {
        source.see(at + 1);
        return at + 1;
      }
    }
    if (!isKnown) vain.from = from;
    vain.to = at;
    vain.seen = at + maxGuessLength;
    source.see(vain.seen);
    return -1;
  }

  /** Where a string ends that goes on behind a line break: behind a quote that closes something; or -1. */
  behindLineBreak(at: number): number {
    return this.closing(this.onLaterLines, at);
  }

  /**
   * The end of a text without its opening quote that begins with a word or a number, or -1. A word that something
   * follows as it may follow a value is no text; behind a name (`isValue`) a colon may not.
   */
  ofText(wordEnd: number, isValue: boolean): number {
    const isColon = isValue && this.source.peek(this.afterBlank(wordEnd)) === colon;
    return !isColon && this.isPlausible(wordEnd) ? -1 : this.closing(this.onLine, wordEnd);
  }

  /** The end of JSON with its quotes escaped, which stands in a string without its opening quote; or -1. */
  ofEscapedJson(from: number): number {
    return this.closing(this.onLine, from);
  }

  /** The end of words without any quotes that stand where a value should: before what may follow a value. */
  ofSentence(wordEnd: number): number {
    const { source, words } = this;
    // Where words end does not depend on where they begin.
    const isKnown = wordEnd >= words.from && wordEnd < words.to;
    if (isKnown) source.see(words.seen);
    let lastWord = wordEnd;
    let at = wordEnd;
    for (let c = 0; !isKnown; at++) {
      c = source.peek(at);
      source.see(at + 1);
      if (c === quote) break;
      if (c === noUnit || c === lineFeed || c === carriageReturn) return lastWord;
      if (endsSentence(c) && this.isPlausible(at)) return lastWord;
      if (c !== space && c !== tab) lastWord = at + 1;
    }
    if (!isKnown) Object.assign(words, { from: wordEnd, to: at, seen: at + maxGuessLength });
    source.see(words.seen);
    return wordEnd;
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
    while (c === space || c === tab) c = this.source.peek(++at);
    return at;
  }
}

function isLetter(c: number): boolean {
  return (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c >= 128;
}

function endsSentence(c: number): boolean {
  return c === comma || c === semicolon || c === closeBrace || c === closeBracket;
}
