import {
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  lineFeed,
  openBracket,
  quote,
  space,
  tab,
} from '../../text/characters';
import { isLineEnd } from '../../text/lineEnds';
import { noUnit, type Text } from '../../text/text';
import { State } from '../state';
import { isLogMessage } from '../tokens/logLines';
import { Scanner } from '../tokens/scanner';
import { Token as T } from '../tokens/token';
import type { Builder } from '../tree/builder';
import type { Grammar } from '../tree/context';
import { Kind } from '../tree/nodeKind';
import {
  type Continuation,
  chooseContinuation,
  chooseRepair,
  isContinuation,
  isFirstName,
  isLastName,
  isRepetition,
  isStray,
  maxFramesOut,
  type Repair,
} from './recovery';
import { isScalar, type Lookahead } from './tokenFit';
import { TokenLookahead } from './tokenLookahead';

/** Cost of a decision, in code units read. */
const decisionCost = 500;

/** Chooses repairs of unexpected brackets by the tokens that follow. */
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

  /** For a closing bracket that does not match the innermost container. */
  ofMismatch(state: State): Repair {
    const wanted = this.scanner.token === T.closeObject ? Kind.object : Kind.array;
    const repeated: Repair[] = this.repeats(state) ? [{ type: 'skipWithComma' }] : [];
    const closings = this.closings(wanted);
    // One mistake rather than several.
    const nearest = closings[0] === closeOf[1] ? 1 : 0;
    const inOrder = [...closings.slice(0, nearest), swap, ...closings.slice(nearest)];
    return this.choose([...repeated, ...inOrder, skip], state);
  }

  /** For an opening bracket after a comma in an object: in `"a": {}, {}]` an array was meant. */
  ofBracketAsName(): Repair {
    return this.choose([...this.closings(Kind.array), { type: 'array' }, skip, unnamed], State.member);
  }

  /** Whether scalars and commas follow up to a closing bracket: an array was meant. */
  isEndOfScalars(): boolean {
    const situation = this.situation();
    const { tokens } = situation;
    const end = tokens.findIndex(({ token }, i) => (i % 2 === 1 ? token !== T.comma : !isScalar(token)));
    const next = tokens[end + 1]?.token;
    const isClosed = end % 2 === 1 && tokens[end]!.token === T.closeArray;
    return isClosed && (next === T.comma || next === T.closeObject) && !isLastName(situation);
  }

  /** Whether the last value, a string before a colon, is the first name in an object without its bracket. */
  isFirstName(key: number, name: number): boolean {
    return isFirstName({ key, name }, this.situation());
  }

  /** For an opening bracket where a property name is expected: in `[{ {}, {}]}` the name and bracket of a list are missing. */
  ofBracketAsKey(state: State): Repair {
    const { builder, options } = this;
    const closings = this.closings(Kind.array);
    const hasLists = options.grammar.arrays(builder.contextOf(builder.frames.length - 1).state).length > 0;
    const lists: Repair[] = hasLists && builder.levelsLeft > 0 ? [{ type: 'list' }] : [];
    const inOrder =
      state === State.first ? [skip, ...closings, turn, ...lists] : [...closings, skip, unnamed];
    return this.choose(inOrder, state);
  }

  /**
   * For `"key":` among the items of an array: the array, or an object in it, lacks a bracket. An array that has just been
   * opened is rather not closed at once.
   */
  ofKeyInArray(state: State): Repair {
    const openings: Repair[] = this.builder.levelsLeft > 0 ? [{ type: 'open' }] : [];
    const closings = this.closings(Kind.object);
    const inOrder = state === State.first ? [...openings, turn, ...closings] : [...closings, ...openings];
    return this.choose([...inOrder, skip], State.member);
  }

  /**
   * Index of the continuation that fits the following tokens best; on a tie, the first. `at` is 0 to read the current
   * token again and 1 to skip it.
   */
  bestWay(...ways: readonly Continuation[]): number {
    return chooseContinuation(ways, this.situation());
  }

  /** Whether the line at an offset rather continues the innermost container than begins a value of its own. */
  goesOn(at: number, state: State): boolean {
    const { builder, options } = this;
    const context = builder.contextOf(builder.frames.length - 1);
    const lines = builder.contextOf(0);
    return isContinuation({ context, lines, state, tokens: this.lookahead(at), grammar: options.grammar });
  }

  /** Whether a string in an array is followed by a colon and a value, as in a property. */
  isKeyInArray(): boolean {
    const at = this.scanner.nextNear();
    if (this.scanner.peek(at) !== colon) return false;
    const next = this.behind(at + 1);
    return next !== comma && next !== closeBracket;
  }

  /** Whether the token after the current one is followed by a colon. */
  isBeforeName(): boolean {
    return this.lookahead(this.scanner.from)[2]?.token === T.colon;
  }

  /** Whether the text after a matching closing bracket shows that the bracket is stray. */
  isOneTooMany(state: State): boolean {
    return !this.fitsAround() && isStray({ ...this.situation(), state });
  }

  /** Whether a matching closing bracket repeats the one before it, with the comma: `"a": {…}, }, "b": 1`. */
  isTypedAgain(state: State): boolean {
    return this.repeats(state) && isRepetition(this.situation());
  }

  /** Whether a closing bracket follows a comma, as the same bracket does before that comma, and has a comma behind it. */
  private repeats(state: State): boolean {
    const { scanner, builder } = this;
    if (state !== State.member || scanner.peek(builder.top().lastTo - 1) !== scanner.peek(scanner.from))
      return false;
    return scanner.peek(scanner.nextNear()) === comma;
  }

  /** Whether the character after a closing bracket, and after a comma there, fits the enclosing container. */
  private fitsAround(): boolean {
    const { frames } = this.builder;
    const at = this.scanner.nextNear();
    const c = this.scanner.peek(at);
    if (c === noUnit || c === lineFeed || c === carriageReturn) return true;
    // Nothing may follow the root value; any other container is followed by a comma or a bracket.
    if (frames.length === 2)
      return frames[0]!.isAfterText || !(c === comma || c === closeBrace || c === closeBracket);
    const isObject = frames[frames.length - 2]!.kind === Kind.object;
    if (c === closeBrace || c === closeBracket) return (c === closeBrace) === isObject;
    if (c !== comma) return false;
    const next = this.behind(at + 1);
    // In an array a name means that brackets are missing, not extra. In an object a name comes next, or its bracket.
    if (!isObject || next === noUnit || next === quote || next === closeBrace) return true;
    return next === openBracket && this.isLogAhead(at + 1);
  }

  /** Whether a log message follows white space. */
  private isLogAhead(from: number): boolean {
    const reader = this.reader(from);
    return isLogMessage(this.scanner, reader.afterBlank());
  }

  /** The first character from an offset on that is not white space; `noUnit` at the end of the text or the line. */
  private behind(from: number): number {
    const { scanner, options } = this;
    let at = from;
    let c = scanner.peek(at);
    while (c === space || c === tab || (!options.lines && isLineEnd(c))) c = scanner.peek(++at);
    scanner.see(at + 1);
    return isLineEnd(c) ? noUnit : c;
  }

  /** Whether only white space and comments, or very many of them, are between an offset and the end of the text or line. */
  isLast(from: number, end: number): boolean {
    return this.reader(from).nextNear() === end;
  }

  /** A scanner that reads ahead and reports nothing. */
  reader(from: number): Scanner {
    const { lines } = this.options;
    const reader = new Scanner(this.text, { lines, report: () => {}, kindsOnly: true });
    reader.moveTo(from);
    return reader;
  }

  /** Repairs that close the innermost containers up to one of a kind. */
  private closings(kind: Kind): Repair[] {
    const { frames } = this.builder;
    const repairs: Repair[] = [];
    for (let count = 1; count <= maxFramesOut && count < frames.length; count++) {
      if (frames[frames.length - 1 - count]!.kind === kind) repairs.push(closeOf[count]!);
    }
    return repairs;
  }

  private choose(repairs: readonly Repair[], state: State): Repair {
    const { context, tokens, grammar } = this.situation();
    return chooseRepair(repairs, { context, tokens, grammar, state });
  }

  /** The context, and the tokens from the current one on. */
  private situation(): Omit<Parameters<typeof chooseRepair>[1], 'state'> {
    const { builder, scanner, options } = this;
    const context = builder.contextOf(builder.frames.length - 1);
    return { context, tokens: this.lookahead(scanner.from), grammar: options.grammar };
  }

  /** Cost of all decisions so far, in code units read. */
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
const unnamed: Repair = { type: 'unnamed' };
const turn: Repair = { type: 'turn' };
const swap: Repair = { type: 'swap' };
/** By number of containers. */
const closeOf: readonly Repair[] = Array.from({ length: maxFramesOut + 1 }, (_, count) => ({
  type: 'close',
  count,
}));
