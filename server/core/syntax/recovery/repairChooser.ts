import {
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lineFeed,
  space,
  tab,
} from '../../text/characters';
import { noUnit, type Text } from '../../text/text';
import { State } from '../state';
import { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';
import type { Builder } from '../tree/builder';
import type { Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';
import {
  type Continuation,
  chooseContinuation,
  chooseRepair,
  isStray,
  type Lookahead,
  maxFramesOut,
  type Repair,
} from './recovery';
import { TokenLookahead } from './tokenLookahead';

/** A decision takes as long as reading so many code units. */
const decisionCost = 2000;

/** Decides what to do with brackets that do not fit, by looking at the tokens that follow. */
export class RepairChooser {
  private decisions = 0;
  private readonly text: Text;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly options: { readonly grammar: Grammar; readonly lines: boolean };
  private readonly ahead: TokenLookahead;

  constructor(
    text: Text,
    parser: {
      readonly scanner: Scanner;
      readonly builder: Builder;
      readonly grammar: Grammar;
      readonly lines: boolean;
    },
  ) {
    this.text = text;
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.options = parser;
    this.ahead = new TokenLookahead(text, this.reader(0), parser.grammar.vocabulary);
  }

  /** For a closing bracket that is not the innermost container's. */
  ofMismatch(state: State): Repair {
    const wanted = this.scanner.token === T.closeObject ? Kind.object : Kind.array;
    return this.choose([...this.closings(wanted), skip, swap], state);
  }

  /** For a bracket that opens where a property name should stand. */
  ofBracketAsKey(state: State): Repair {
    const closings = this.closings(Kind.array);
    return this.choose(state === State.first ? [skip, ...closings] : [...closings, skip], state);
  }

  /** For `"key":` among the items of an array: the array, or an object in it, lacks a bracket. */
  ofKeyInArray(): Repair {
    const openings: Repair[] = this.builder.levelsLeft > 0 ? [{ type: 'open' }] : [];
    return this.choose([...this.closings(Kind.object), ...openings, skip], State.member);
  }

  /**
   * Which of some ways to go on fits what follows best; `at` is 0 to read the present token again and 1 to leave
   * it out. Of equals, the first.
   */
  bestWay(...ways: readonly Continuation[]): number {
    return chooseContinuation(ways, this.situation());
  }

  /** Whether a string among the items of an array has a colon behind it with a value, as a property has. */
  isKeyInArray(): boolean {
    const at = this.scanner.afterBlank();
    if (this.scanner.peek(at) !== colon) return false;
    const next = this.behind(at + 1);
    return next !== comma && next !== closeBracket;
  }

  /** Whether what follows a closing bracket that fits shows that it is one too many all the same. */
  isOneTooMany(state: State): boolean {
    return !this.fitsAround() && isStray({ ...this.situation(), state });
  }

  /** Whether the character behind a closing bracket, and behind a comma there, may stand in the next container. */
  private fitsAround(): boolean {
    const { frames } = this.builder;
    const at = this.scanner.afterBlank();
    const c = this.scanner.peek(at);
    if (c === noUnit || c === lineFeed || c === carriageReturn) return true;
    // Around the root there is nothing, around any other container a comma or a bracket comes next.
    if (frames.length === 2) return !(c === comma || c === closeBrace || c === closeBracket);
    const isObject = frames[frames.length - 2]!.kind === Kind.object;
    if (c === closeBrace || c === closeBracket) return (c === closeBrace) === isObject;
    if (c !== comma) return false;
    const next = this.behind(at + 1);
    // In an object a name comes next. In an array a name says that brackets are missing, not that one is too many.
    return !isObject || next === noUnit || next === 34;
  }

  /** The first character from an offset on that is no white space. */
  private behind(from: number): number {
    const { scanner } = this;
    let at = from;
    let c = scanner.peek(at);
    while (c === space || c === tab || c === lineFeed || c === carriageReturn) c = scanner.peek(++at);
    scanner.see(at + 1);
    return c;
  }

  /** Whether nothing but white space and comments stands between an offset and the end of the text or the line. */
  isLast(from: number, end: number): boolean {
    const reader = this.reader(from);
    reader.next();
    return reader.from === end;
  }

  /** A scanner that reads ahead and reports nothing. */
  reader(from: number): Scanner {
    const { lines } = this.options;
    const reader = new Scanner(this.text, { lines, report: () => {} });
    reader.moveTo(from);
    return reader;
  }

  /** Repairs that close the innermost containers up to one of a kind. */
  private closings(kind: Kind): Repair[] {
    const { frames } = this.builder;
    const repairs: Repair[] = [];
    for (let count = 1; count <= maxFramesOut && count < frames.length; count++) {
      if (frames[frames.length - 1 - count]!.kind === kind) repairs.push({ type: 'close', count });
    }
    return repairs;
  }

  private choose(repairs: readonly Repair[], state: State): Repair {
    return chooseRepair(repairs, { ...this.situation(), state });
  }

  /** What is around, and what follows from the present token on. */
  private situation(): Omit<Parameters<typeof chooseRepair>[1], 'state'> {
    const { builder, scanner, options } = this;
    const context = builder.contextOf(builder.frames.length - 1);
    return { context, tokens: this.lookahead(scanner.from), grammar: options.grammar };
  }

  /** What all decisions so far took, in code units that could have been read instead. */
  get effort(): number {
    return this.decisions * decisionCost + this.ahead.effort;
  }

  /** The tokens from an offset on, as far as a repair looks. */
  private lookahead(from: number): readonly Lookahead[] {
    const tokens = this.ahead.from(from);
    this.decisions++;
    this.scanner.see(tokens[tokens.length - 1]!.seen);
    return tokens;
  }
}

const skip: Repair = { type: 'skip' };
const swap: Repair = { type: 'swap' };
