import {
  firstLow,
  lastLow,
  letterA,
  letterZ,
  nine,
  openBrace,
  openBracket,
  openParenthesis,
  point,
  zero,
} from '../../text/characters';
import type { Range } from '../../text/range';
import { nameShift } from '../layout';
import { isOfNotation } from '../notation';
import type { RepairChooser } from '../recovery/repairChooser';
import { isScalar } from '../recovery/tokenFit';
import { State } from '../state';
import type { SyntaxErrorKind } from '../syntaxErrors';
import { Expected } from '../tokens/expected';
import type { Scanner } from '../tokens/scanner';
import { Flag, Token as T } from '../tokens/token';
import type { Builder } from '../tree/builder';
import type { Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';
import { Ending, keyNumberOf } from '../tree/tree';

/** Longer names are not compared. */
const maxNameLength = 100;

/** Where the parser is among the members of objects and arrays, and what it can do at any token there. */
export class Place {
  state: State = State.first;
  /** Pushback: reprocess the current token in the new state. */
  isHeld = false;
  readonly scanner: Scanner;
  readonly builder: Builder;
  readonly repairs: RepairChooser;
  private readonly grammar: Grammar;

  constructor(parser: {
    readonly scanner: Scanner;
    readonly builder: Builder;
    readonly repairs: RepairChooser;
    readonly grammar: Grammar;
  }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.repairs = parser.repairs;
    this.grammar = parser.grammar;
  }

  /** What the next token is expected to be. */
  expected(): Expected {
    const { state } = this;
    if (state === State.value) return Expected.value;
    if (state === State.after) return Expected.separator;
    const { kind } = this.builder.top();
    if (kind === Kind.array) return Expected.item;
    return kind === Kind.object && state !== State.colon ? Expected.name : Expected.anything;
  }

  /** Adds a syntax error, at most one for each token. */
  report(errorKind: SyntaxErrorKind, from = this.scanner.from, to = this.scanner.to): void {
    if (this.builder.markedAt === this.scanner.from) return;
    this.builder.markedAt = this.scanner.from;
    this.builder.addError(errorKind, from, to, -1);
  }

  /** Whether a syntax error is covered by the one for the notation of its container. */
  isOfNotation(errorKind: SyntaxErrorKind): boolean {
    return isOfNotation(this.builder, errorKind, this.state);
  }

  /** A member or its value begins here: cuts the waiting members if necessary. */
  beginMember(): void {
    const { builder, scanner } = this;
    if (builder.hasPendingKey()) return;
    const isReread = this.state === State.after || scanner.expected !== this.expected();
    const { waiting } = builder.top();
    if (waiting !== null) builder.cut(scanner.from, scanner.seen, isReread ? Ending.broken : Ending.next);
    else if (builder.isDue(scanner.from)) builder.cut(scanner.from, scanner.seen, Ending.broken);
    builder.top().isReread = isReread;
  }

  /** Makes the current token an invalid value. */
  invalid(): void {
    this.beginMember();
    this.builder.scalar(Kind.invalid, Flag.broken, this.scanner);
    this.state = State.after;
  }

  /** Skips a token, and a scalar after it: `0.2:5` is one syntax error. */
  leaveOut(errorKind: SyntaxErrorKind): void {
    const { scanner, builder } = this;
    if (!builder.lastIsInvalid()) this.report(errorKind);
    scanner.next();
    this.isHeld = scanner.token !== T.word && !isScalar(scanner.token);
    if (!this.isHeld) this.invalid();
  }

  /** Whether a bracket is inside a number or a word: `0]5`. */
  splitsToken(): boolean {
    const { scanner } = this;
    if (this.state !== State.after || scanner.from === 0) return false;
    scanner.see(scanner.to + 1);
    return isWordCharacter(scanner.peek(scanner.to)) && isWordCharacter(scanner.peek(scanner.from - 1));
  }

  /** Whether the current token is a short word that matches a pattern. */
  isWord(pattern: RegExp): boolean {
    const { token, from, to } = this.scanner;
    return token === T.word && to - from < 3 && pattern.test(this.shown());
  }

  /** Whether the current token is one or two characters that were typed right before an opening bracket: `x{`. */
  isStrayBeforeBracket(): boolean {
    const { token, from, to } = this.scanner;
    // A parenthesis may be meant to be a bracket.
    if (token !== T.word || to - from > 2 || this.scanner.peek(to - 1) === openParenthesis) return false;
    const next = this.scanner.peek(to);
    return next === openBrace || next === openBracket;
  }

  /** Where the last character of a name begins. Without its last quote, a name may end with a pair of surrogates. */
  lastCharacter(nameTo: number): number {
    const last = this.scanner.peek(Math.max(0, nameTo - 1));
    const isPair = last >= firstLow && last <= lastLow && nameTo > 1;
    return Math.max(0, nameTo - (isPair ? 2 : 1));
  }

  /** The beginning of the current token. */
  shown(): string {
    return this.scanner.read(this.scanner.from, Math.min(this.scanner.to, this.scanner.from + 80));
  }

  /** What the grammar knows of a name in quotes; `read` gives the name. */
  infoOfName({ from, to }: Range, read = (): string => this.scanner.read(from + 1, to - 1)): number {
    const unitAt = (at: number): number => this.scanner.peek(from + 1 + at);
    return this.grammar.vocabulary.infoOfSpelled(to - from - 2, { unitAt, read });
  }

  /** Whether a string is one of the documented names. */
  isKnownName(string: Range): boolean {
    return keyNumberOf(this.infoOfName(string) << nameShift) !== 0;
  }

  /** Whether two names or strings are written alike. */
  isSame(one: Range, other: Range): boolean {
    const length = one.to - one.from;
    if (length > maxNameLength || length !== other.to - other.from) return false;
    return this.scanner.read(one.from, one.to) === this.scanner.read(other.from, other.to);
  }
}

function isWordCharacter(c: number): boolean {
  return (c >= zero && c <= nine) || (c >= letterA && c <= letterZ) || c === point;
}
