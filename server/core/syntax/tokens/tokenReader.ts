import type { Text } from '../../text/text';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Blanks } from './blanks';
import { ChunkReader } from './chunkReader';
import { ForeignStrings } from './ends/foreignStrings';
import { PythonStrings } from './ends/pythonStrings';
import { StringEnds } from './ends/stringEnds';
import { Expected } from './expected';
import { Token } from './token';

export type Report = (errorKind: SyntaxErrorKind, from: number, to: number) => void;

/** More code units than any text has. */
export const noLimit = 2 ** 30;

/** A string or a word that has been read up to `at`; the other offsets are -1 if there is no such place. */
export interface BegunToken {
  readonly start: number;
  readonly at: number;
  readonly flags: number;
  readonly control: number;
  readonly lineBreak: number;
  readonly badEscape: number;
  /** End of a string that continues after a line break, or of the first word of a sentence. */
  readonly end: number;
  /** Where the end of a string is searched, if it does not end at its quote at `at`. */
  readonly later: number;
}

export const noString = { flags: 0, control: -1, lineBreak: -1, badEscape: -1, end: -1, later: -1 };

interface ScannerOptions {
  readonly report: Report;
  readonly lines: boolean;
  /** Only what tokens are and where they end is asked for, not their flags. */
  readonly kindsOnly?: boolean;
}

/** The current token, and what reading one needs. Offsets are UTF-16 code units. */
export class TokenReader extends ChunkReader {
  token: Token = Token.end;
  from = 0;
  to = 0;
  flags = 0;
  /** What the next token is expected to be. */
  expected: Expected = Expected.anything;
  protected readonly report: Report;
  protected readonly blanks: Blanks;
  protected readonly lines: boolean;
  protected readonly kindsOnly: boolean;
  /** The beginning of the last `unfinished` token. */
  protected begun: BegunToken | null = null;
  /** Code units of a string or a word to read at once. */
  protected maxLength = noLimit;
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

  protected get ends(): StringEnds {
    this.lazyEnds ??= new StringEnds(this, this.lines);
    return this.lazyEnds;
  }

  protected get python(): PythonStrings {
    this.lazyPython ??= new PythonStrings(this, this.ends, this.lines);
    return this.lazyPython;
  }

  protected get foreign(): ForeignStrings {
    this.lazyForeign ??= new ForeignStrings(this, (end) => this.ends.isPlausible(end));
    return this.lazyForeign;
  }

  /** Code units scanned to find the ends of values that are not JSON. */
  get effort(): number {
    return this.ends.brackets.effort;
  }

  /** Makes a token the current one; it ends at an offset. */
  protected finish(token: Token, to: number): Token {
    this.token = token;
    this.to = to;
    // The end of the text is seen only where a token touches it.
    this.see(token === Token.end ? to + 1 : to);
    return token;
  }

  /** Makes an `unfinished` token the current one: the next call goes on with it. */
  protected pause(begun: BegunToken): Token {
    this.begun = begun;
    this.to = begun.start;
    this.token = Token.unfinished;
    this.see(begun.at + 1);
    return this.token;
  }

  /** Passes over a quote that begins no string. */
  protected strayQuote(at: number): Token {
    this.report(SyntaxErrorKind.strayQuote, at, at + 1);
    this.to = at + 1;
    return Token.skipped;
  }
}
