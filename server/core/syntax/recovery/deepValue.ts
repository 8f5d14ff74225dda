import { backslash, closeBrace, closeBracket, openBrace, openBracket, quote } from '../../text/characters';
import { isLineEnd } from '../../text/lineEnds';
import { noUnit } from '../../text/text';
import { SyntaxErrorKind } from '../syntaxErrors';
import type { Scanner } from '../tokens/scanner';
import { isBlank } from '../tokens/unitKinds';
import type { Builder } from '../tree/builder';

/**
 * A value nested in more than `maxLevels` containers. It becomes one node: only its brackets outside of strings, of
 * either kind, are counted to find its end. So a nest of a million levels costs no more than a list, whatever is in it.
 */
export class DeepValue {
  private from = -1;
  private to = -1;
  private levels = 0;
  private isInString = false;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly lines: boolean;

  constructor(parser: { readonly scanner: Scanner; readonly builder: Builder; readonly lines: boolean }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.lines = parser.lines;
  }

  get isOpen(): boolean {
    return this.levels > 0;
  }

  /** Begins with the bracket that the scanner has just read. */
  open(): void {
    this.from = this.scanner.from;
    this.to = this.scanner.to;
    this.levels = 1;
    this.isInString = false;
  }

  /** Goes on for a number of code units. At the end of the text or the line, the value ends without its bracket. */
  pass(units: number): void {
    const { scanner } = this;
    const stop = scanner.to + units;
    let at = scanner.to;
    while (at < stop && this.isOpen) {
      const c = scanner.peek(at);
      if (c === noUnit || (this.lines && isLineEnd(c))) {
        scanner.see(at + 1);
        return this.endUnclosed(at);
      }
      at += this.passUnit(c, at);
      if (!isBlank(c) && !isLineEnd(c)) this.to = at;
    }
    scanner.see(at);
    scanner.moveTo(at);
    if (!this.isOpen) this.builder.unread({ from: this.from, to: this.to });
  }

  /** Counts a bracket, or notices where a string begins or ends; returns how many code units are passed. */
  private passUnit(c: number, at: number): number {
    if (this.isInString) {
      // A string without an end ends with its line.
      if (c === quote || isLineEnd(c)) this.isInString = false;
      const escaped = c === backslash ? this.scanner.peek(at + 1) : noUnit;
      return escaped === noUnit || isLineEnd(escaped) ? 1 : 2;
    }
    if (c === quote) this.isInString = true;
    else if (c === openBrace || c === openBracket) this.levels++;
    else if (c === closeBrace || c === closeBracket) this.levels--;
    return 1;
  }

  private endUnclosed(at: number): void {
    const { scanner, builder, from, to } = this;
    this.levels = 0;
    scanner.moveTo(at);
    builder.unread({ from, to });
    builder.addError(SyntaxErrorKind.unclosed, from, from + 1, to);
    builder.markedAt = at;
  }
}
