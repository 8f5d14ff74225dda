import {
  carriageReturn,
  closeBrace,
  colon,
  comma,
  letterA,
  letterZ,
  lineFeed,
  nine,
  point,
  quote,
  zero,
} from '../text/characters';
import type { Range } from '../text/range';
import { flagShift, nameShift } from './layout';
import { isOfNotation } from './notation';
import type { DeepValue } from './recovery/deepValue';
import { MissingOpenings } from './recovery/missingOpenings';
import { isScalar, type Repair } from './recovery/recovery';
import type { RepairChooser } from './recovery/repairChooser';
import { textBefore } from './recovery/textBefore';
import { State } from './state';
import { SyntaxErrorKind } from './syntaxErrors';
import { Expected, type Scanner } from './tokens/scanner';
import { Flag, Token as T } from './tokens/token';
import { errorKindOfWord } from './tokens/words';
import type { Builder } from './tree/builder';
import type { Grammar } from './tree/context';
import type { Frame } from './tree/frame';
import { Kind } from './tree/nodeKind';
import { decodeString } from './tree/nodes';
import { Ending, keyNumberOf } from './tree/tree';

/** Longer names are not compared. */
const maxNameLength = 100;

/**
 * Reads the members of objects and arrays, one token at a time: adds nodes to the tree, reports syntax errors, and sets
 * the state for the next token.
 */
export class MemberParser {
  state: State = State.first;
  /** Pushback: reprocess the current token in the new state. */
  isHeld = false;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly repairs: RepairChooser;
  private readonly deep: DeepValue;
  private readonly grammar: Grammar;
  private readonly openings: MissingOpenings;
  /** Offset of the last comma after a value; -1 before any. */
  private commaAt = -1;
  /** End of the last value that more strings follow; -1 before any. */
  private joinedAt = -1;

  constructor(parser: {
    readonly scanner: Scanner;
    readonly builder: Builder;
    readonly repairs: RepairChooser;
    readonly deep: DeepValue;
    readonly grammar: Grammar;
  }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.repairs = parser.repairs;
    this.deep = parser.deep;
    this.grammar = parser.grammar;
    this.openings = new MissingOpenings(parser);
  }

  /** Reads an opening bracket after a comma in an object, and opens an array before it if one is missing. */
  openArray(): boolean {
    this.isHeld = this.openings.beforeContainers();
    return this.isHeld;
  }

  /** Processes the current token in the innermost container, which is an object or an array. */
  read(): void {
    if (this.isAtLog()) return this.passLog();
    if (this.state === State.after) this.after();
    else if (this.builder.top().kind === Kind.array) this.inArray();
    else if (this.state === State.colon) this.colon();
    else if (this.state === State.value) this.value();
    else this.inObject();
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

  /** Whether a program printed a log message between the members, where no such token can be. */
  private isAtLog(): boolean {
    const { token, from } = this.scanner;
    const isForeign = token === T.word || token === T.number || token === T.openArray;
    const isBetween = this.state === State.after || this.builder.top().kind === Kind.object;
    const isOfMember = this.state === State.colon || this.state === State.value;
    return isForeign && isBetween && !isOfMember && this.scanner.isLogMessage(from);
  }

  private passLog(): void {
    const { scanner, builder } = this;
    const { from } = scanner;
    builder.retract(from);
    scanner.moveTo(from);
    scanner.nextLogLine();
    builder.addError(SyntaxErrorKind.logLine, from, scanner.to, -1);
  }

  private inArray(): void {
    const { token } = this.scanner;
    if (token === T.closeArray) this.closeBracket();
    else if (token === T.closeObject) this.mismatch();
    else if (token === T.comma) this.extraComma();
    else if (token === T.string && this.repairs.isKeyInArray()) this.keyInArray();
    else this.item();
  }

  /** The value of a document or a line. A property there lacks the bracket of its object. */
  root(): void {
    this.passTextBefore();
    const isProperty = this.scanner.token === T.string && this.repairs.isKeyInArray();
    if (isProperty && this.builder.levelsLeft > 0) this.apply({ type: 'open' }, State.member);
    else this.item();
  }

  /** Text before the bracket that begins the value: a slip of a finger must not hide the whole value. */
  private passTextBefore(): void {
    const { scanner, builder } = this;
    const text = textBefore(scanner, builder.top().kind === Kind.lines);
    if (text === null) return;
    builder.markAfterText();
    const { from } = scanner;
    // Before members are cut: what is in a part cannot be withdrawn.
    builder.retract(from);
    this.beginMember();
    builder.addError(SyntaxErrorKind.textBefore, from, text.to, -1);
    scanner.moveTo(text.bracket);
    scanner.next();
  }

  /** A value without a key: in an array, a document or a line. */
  item(): void {
    const { scanner } = this;
    if (scanner.token === T.colon || scanner.token === T.comma) {
      // Cut the waiting members first: the syntax error belongs to this member.
      const isMember = this.builder.top().kind !== Kind.array;
      if (isMember) this.beginMember();
      this.report(scanner.token === T.colon ? SyntaxErrorKind.unexpectedColon : SyntaxErrorKind.extraComma);
      if (isMember) this.invalid();
    } else if (scanner.token === T.closeObject || scanner.token === T.closeArray) {
      this.beginMember();
      this.report(SyntaxErrorKind.strayBracket);
      this.invalid();
    } else this.readValue();
  }

  /** A whole line that is not JSON. */
  logLine(): void {
    this.beginMember();
    this.report(SyntaxErrorKind.logLine);
    this.invalid();
  }

  private inObject(): void {
    const { scanner, builder } = this;
    if (this.state === State.first && isScalar(scanner.token) && this.isInArray())
      return this.apply({ type: 'turn' }, this.state);
    switch (scanner.token) {
      case T.closeObject:
        return this.closeBracket();
      case T.closeArray:
        return this.mismatch();
      case T.comma:
        return this.extraComma();
      case T.string:
        if (this.state === State.member && this.openings.beforeStrings()) return this.item();
        this.beginMember();
        builder.key(scanner.from, scanner.to, this.keyInfo(scanner.flags));
        this.state = State.colon;
        return;
      case T.openObject:
      case T.openArray:
        return this.bracketAsKey();
      case T.colon:
        return this.colonAsKey();
      default:
        this.bareKey();
    }
  }

  /** Whether scalars follow up to a bracket of the other kind: `{"a", "b"]`. */
  private isInArray(): boolean {
    const { scanner } = this;
    return scanner.peek(scanner.nextNear()) === comma && this.repairs.isEndOfScalars();
  }

  /** In `: "reward": 1` the colon is extra; in `: 1` the name is missing. */
  private colonAsKey(): void {
    const isExtra = this.repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: this.state }) === 1;
    this.report(isExtra ? SyntaxErrorKind.unexpectedColon : SyntaxErrorKind.missingKey);
    if (!isExtra) this.state = State.value;
  }

  private bareKey(): void {
    const { scanner, builder } = this;
    this.beginMember();
    if (scanner.peek(scanner.nextNear()) !== colon) {
      this.report(scanner.token === T.word ? errorKindOfWord(this.shown()) : SyntaxErrorKind.missingKey);
      return this.invalid();
    }
    if (!this.isOfNotation(SyntaxErrorKind.unquotedKey)) this.report(SyntaxErrorKind.unquotedKey);
    builder.key(scanner.from, scanner.to, this.keyInfo(Flag.broken | Flag.unquoted));
    this.state = State.colon;
  }

  private colon(): void {
    const { scanner } = this;
    if (this.isOneTooMany()) return;
    if (this.isNameAgain()) return this.report(SyntaxErrorKind.nameTwice);
    const isForeign = this.isWord(/^(?:=>?|：)$/);
    if (isForeign && !this.isOfNotation(SyntaxErrorKind.foreignColon))
      this.report(SyntaxErrorKind.foreignColon);
    if (!isForeign && this.isStrayBeforeColon()) return this.report(SyntaxErrorKind.unexpectedText);
    this.state = State.value;
    if (scanner.token === T.colon || isForeign) return;
    if (this.isWord(/^;$/)) return this.report(SyntaxErrorKind.foreignColon);
    if (this.isCommaForColon()) return this.report(SyntaxErrorKind.otherMark);
    if (this.isColonInName()) return;
    if (scanner.token !== T.comma && scanner.token !== T.closeObject && scanner.token !== T.closeArray) {
      const key = this.builder.pendingKeyTo();
      this.report(SyntaxErrorKind.missingColon, key, Math.max(key, scanner.from));
    } else this.missingValue();
    this.isHeld = true;
  }

  /** Whether a name is there again instead of its colon: `"role" "role": "user"`. */
  private isNameAgain(): boolean {
    const { scanner } = this;
    const isName = scanner.token === T.string && scanner.peek(scanner.nextNear()) === colon;
    return isName && this.isSame(scanner, this.builder.pendingKey());
  }

  /** Whether two names or strings are written alike. */
  private isSame(one: Range, other: Range): boolean {
    const length = one.to - one.from;
    if (length > maxNameLength || length !== other.to - other.from) return false;
    return this.scanner.read(one.from, one.to) === this.scanner.read(other.from, other.to);
  }

  /** Whether a few characters were typed between a name and its colon: `"role"w: "user"`. */
  private isStrayBeforeColon(): boolean {
    const { scanner } = this;
    return scanner.token === T.word && scanner.peek(scanner.nextNear()) === colon;
  }

  /** Whether the colon is in the quotes of its name: `"role:" "user"`. It then is what it was meant to be. */
  private isColonInName(): boolean {
    const { scanner, builder } = this;
    const { from, to } = builder.pendingKey();
    if (to - from < 4 || scanner.peek(to - 2) !== colon || scanner.peek(to - 1) !== quote) return false;
    this.report(SyntaxErrorKind.colonInName, to - 2, to);
    const name = this.infoOfName({ from, to: to - 1 });
    builder.setPendingKey(Kind.key | (Flag.broken << flagShift) | (name << nameShift));
    this.isHeld = true;
    return true;
  }

  private value(): void {
    const { scanner } = this;
    if (this.isOneTooMany()) return;
    switch (scanner.token) {
      case T.comma:
      case T.closeObject:
      case T.closeArray:
        this.endWithoutValue();
        this.state = State.after;
        this.isHeld = true;
        return;
      case T.colon:
        this.report(SyntaxErrorKind.unexpectedColon);
        return;
    }
    // `:=`
    if (this.isWord(/^=$/) && scanner.peek(scanner.from - 1) === colon)
      this.report(SyntaxErrorKind.otherMark, scanner.from - 1);
    else this.readValue();
  }

  /** A name without a value; after a colon without a name there is nothing to end. */
  private endWithoutValue(): void {
    if (!this.builder.hasPendingKey()) return;
    this.missingValue();
    this.builder.endKey();
  }

  /** Whether a comma or a bracket is extra, because the property continues after it with its colon or value. */
  private isOneTooMany(): boolean {
    const { token } = this.scanner;
    const isOpening = token === T.openObject || token === T.openArray;
    const isClosing = token === T.closeObject || token === T.closeArray;
    if (token !== T.comma && !isClosing && !(isOpening && this.state === State.colon)) return false;
    const where = isOpening ? State.value : State.after;
    const isExtra = this.repairs.bestWay({ at: 0, where }, { at: 1, where: this.state }) === 1;
    if (isExtra) this.report(token === T.comma ? SyntaxErrorKind.extraComma : SyntaxErrorKind.strayBracket);
    return isExtra;
  }

  /** Whether a comma replaces the colon: a value follows, and what may follow a value. */
  private isCommaForColon(): boolean {
    if (this.scanner.token !== T.comma) return false;
    return this.repairs.bestWay({ at: 0, where: State.after }, { at: 1, where: State.value }) === 1;
  }

  private missingValue(): void {
    const at = this.builder.pendingKeyTo();
    this.report(SyntaxErrorKind.missingValue, Math.max(0, at - 1), at);
  }

  private after(): void {
    const { scanner, builder } = this;
    const frame = builder.top();
    switch (scanner.token) {
      case T.comma:
        this.state = State.member;
        this.commaAt = scanner.from;
        return;
      case T.closeObject:
      case T.closeArray:
        if ((scanner.token === T.closeObject) === (frame.kind === Kind.object)) this.closeBracket();
        else this.mismatch();
        return;
      case T.colon:
        return this.colonBehindValue();
    }
    if (this.isWord(/^[;，、；.|<>]$/)) {
      this.report(SyntaxErrorKind.otherMark);
      this.state = State.member;
      return;
    }
    if (this.isWord(/^\)$/)) return this.closeWith(SyntaxErrorKind.parenthesis);
    if (this.isJoined()) return this.passJoined();
    if (this.isBracketTooMany()) return this.leaveOut(SyntaxErrorKind.strayBracket);
    if (!builder.lastIsInvalid()) this.report(SyntaxErrorKind.missingComma, frame.lastTo, scanner.from);
    if (builder.isDue(scanner.from)) builder.cut(scanner.from, scanner.seen, Ending.broken);
    this.state = State.member;
    this.isHeld = true;
  }

  /** Whether a string right after another one is a part of the same value, as in Python: it is no name. */
  private isJoined(): boolean {
    const { scanner, builder } = this;
    const isApart = scanner.from > builder.top().lastTo;
    if (scanner.token !== T.string || !isApart || builder.lastString() === null) return false;
    const next = scanner.peek(scanner.nextNear());
    const goesOn = next === quote && isLineEnd(scanner.peek(scanner.to));
    return (
      (next === comma || next === closeBrace || goesOn) &&
      keyNumberOf(this.infoOfName(scanner) << nameShift) === 0
    );
  }

  /** Leaves out a string that belongs to the value before it: one syntax error for all of them. */
  private passJoined(): void {
    const { lastTo } = this.builder.top();
    if (this.joinedAt !== lastTo) this.report(SyntaxErrorKind.joinedStrings);
    this.joinedAt = lastTo;
  }

  /** Whether an opening bracket in place of a comma is stray; else the comma is missing. */
  private isBracketTooMany(): boolean {
    const { token } = this.scanner;
    if (token !== T.openObject && token !== T.openArray) return false;
    if (this.splitsToken()) return true;
    return this.repairs.bestWay({ at: 0, where: State.member }, { at: 1, where: State.after }) === 1;
  }

  /**
   * `"reward": "metrics": …`: the value of the first key is missing, and the string is the next key; or the value is an
   * object without its bracket.
   */
  private colonBehindValue(): void {
    const { builder } = this;
    if (this.isColonForComma()) {
      this.report(SyntaxErrorKind.otherMark);
      this.state = State.member;
      return;
    }
    const last = builder.lastString();
    const isExtra =
      last === null ||
      this.repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: State.after }) === 1;
    if (isExtra) return this.leaveOut(SyntaxErrorKind.unexpectedColon);
    const name = this.infoOfName(last);
    if (this.isSame(last, { from: last.keyFrom, to: last.keyTo })) {
      builder.addError(SyntaxErrorKind.nameTwice, last.from, last.to, -1);
      builder.dropValue();
      this.state = State.value;
      return;
    }
    const isMarked = (last.flags & Flag.broken) !== 0 || this.builder.markedAt === last.from;
    this.state = State.value;
    // Few names have escapes: that is a text with a stray quote.
    const mayOpen = last.flags === 0 && builder.levelsLeft > 0;
    if (mayOpen && this.repairs.isFirstName(last.key, keyNumberOf(name << nameShift))) {
      if (!isMarked) builder.addError(SyntaxErrorKind.missingBracket, last.from, last.to, -1);
      return builder.valueToObject(name);
    }
    if (!isMarked)
      builder.addError(SyntaxErrorKind.missingValue, Math.max(0, last.keyTo - 1), last.keyTo, -1);
    builder.valueToKey(name);
  }

  /** Whether a colon replaces the comma after a value: a property or another item follows. */
  private isColonForComma(): boolean {
    const isObject = this.builder.top().kind === Kind.object;
    const others = isObject ? [State.value, State.after] : [State.after];
    const ways = [...others, State.member].map((where) => ({ at: 1, where }));
    return this.repairs.bestWay(...ways) === others.length;
  }

  /** Skips a token, and a scalar after it: `0.2:5` is one syntax error. */
  private leaveOut(errorKind: SyntaxErrorKind): void {
    const { scanner, builder } = this;
    if (!builder.lastIsInvalid()) this.report(errorKind);
    scanner.next();
    this.isHeld = scanner.token !== T.word && !isScalar(scanner.token);
    if (!this.isHeld) this.invalid();
  }

  /** Whether a bracket is inside a number or a word: `0]5`. */
  private splitsToken(): boolean {
    const { scanner } = this;
    if (this.state !== State.after || scanner.from === 0) return false;
    scanner.see(scanner.to + 1);
    return isWordCharacter(scanner.peek(scanner.to)) && isWordCharacter(scanner.peek(scanner.from - 1));
  }

  // Values.

  private readValue(): void {
    const { scanner, builder } = this;
    this.beginMember();
    switch (scanner.token) {
      case T.openObject:
      case T.openArray:
        if (builder.levelsLeft === 0) return this.deep.open();
        builder.open(scanner.token === T.openObject ? Kind.object : Kind.array, scanner.from, 1);
        this.state = State.first;
        return;
      case T.word:
        if (this.isWord(/^\($/) && builder.levelsLeft > 0) return this.openParenthesis();
        this.reportWord();
        return this.invalid();
    }
    builder.scalar(scalarKinds[scanner.token]!, scanner.flags, scanner);
    this.state = State.after;
  }

  /** A parenthesis in place of the bracket of an object, in which a name comes first, or of an array. */
  private openParenthesis(): void {
    const { scanner, builder } = this;
    this.report(SyntaxErrorKind.parenthesis);
    const isObject = scanner.peek(scanner.nextNear()) === quote;
    builder.open(isObject ? Kind.object : Kind.array, scanner.from, 1);
    this.state = State.first;
  }

  private reportWord(): void {
    const errorKind = errorKindOfWord(this.shown());
    if (!this.isOfNotation(errorKind)) this.report(errorKind);
  }

  private isOfNotation(errorKind: SyntaxErrorKind): boolean {
    return isOfNotation(this.builder, errorKind, this.state);
  }

  private invalid(): void {
    this.beginMember();
    this.builder.scalar(Kind.invalid, Flag.broken, this.scanner);
    this.state = State.after;
  }

  /** A member or its value begins here: cuts the waiting members if necessary. */
  private beginMember(): void {
    const { builder, scanner } = this;
    if (builder.top().waiting !== null) builder.cut(scanner.from, scanner.seen);
    else if (!builder.hasPendingKey() && builder.isDue(scanner.from))
      builder.cut(scanner.from, scanner.seen, Ending.broken);
  }

  private keyInfo(flags: number): number {
    const name = this.infoOfName(this.scanner, () => this.nameOf(flags));
    return Kind.key | (flags << flagShift) | (name << nameShift);
  }

  private infoOfName({ from, to }: Range, read = (): string => this.scanner.read(from + 1, to - 1)): number {
    const unitAt = (at: number): number => this.scanner.peek(from + 1 + at);
    return this.grammar.vocabulary.infoOfSpelled(to - from - 2, { unitAt, read });
  }

  private nameOf(flags: number): string {
    return decodeString(this.scanner.read(this.scanner.from, this.scanner.to), flags);
  }

  private isWord(pattern: RegExp): boolean {
    const { token, from, to } = this.scanner;
    return token === T.word && to - from < 3 && pattern.test(this.shown());
  }

  private shown(): string {
    return this.scanner.read(this.scanner.from, Math.min(this.scanner.to, this.scanner.from + 80));
  }

  // Unexpected brackets and commas.

  private extraComma(): void {
    this.report(SyntaxErrorKind.extraComma);
    this.state = State.member;
  }

  private closeBracket(): void {
    const { builder, scanner } = this;
    if (this.splitsToken()) return this.leaveOut(SyntaxErrorKind.strayBracket);
    if (this.repairs.isOneTooMany(this.state)) {
      this.report(SyntaxErrorKind.strayBracket);
      return;
    }
    if (this.repairs.isTypedAgain(this.state)) return this.apply({ type: 'skipWithComma' }, this.state);
    if (this.state === State.member) this.trailingComma(builder.top());
    const isMarked = builder.markedAt === scanner.from;
    const isPlain = this.state === State.after && !isMarked && !builder.lastIsInvalid();
    const ending = isPlain ? Ending.closed : Ending.broken;
    builder.close(scanner.from, true, { seen: scanner.seen, ending });
    this.state = State.after;
  }

  private trailingComma(frame: Frame): void {
    if (this.builder.markedAt >= frame.lastTo) return;
    if (this.isOfNotation(SyntaxErrorKind.trailingComma)) return;
    // Known unless old parts were reused: there may be megabytes of white space before it.
    if (this.commaAt >= frame.lastTo)
      return this.report(SyntaxErrorKind.trailingComma, this.commaAt, this.commaAt + 1);
    const reader = this.repairs.reader(frame.lastTo);
    if (reader.next() === T.comma) this.report(SyntaxErrorKind.trailingComma, reader.from, reader.to);
  }

  /** A closing bracket that does not match the innermost container. */
  private mismatch(): void {
    if (this.splitsToken()) this.leaveOut(SyntaxErrorKind.strayBracket);
    else this.apply(this.repairs.ofMismatch(this.state), State.after);
  }

  /** An opening bracket where a property name is expected. */
  private bracketAsKey(): void {
    const repair = this.repairs.ofBracketAsKey(this.state);
    if (repair.type === 'skip') this.report(SyntaxErrorKind.strayBracket);
    else if (repair.type === 'unnamed') this.bracketWithoutName();
    else this.apply(repair, State.member);
  }

  /** `"a": 1, {…}, "b": 2`: the value of a property whose name is missing. */
  private bracketWithoutName(): void {
    this.beginMember();
    this.report(SyntaxErrorKind.missingKey);
    this.state = State.value;
    this.isHeld = true;
  }

  /** `"key":` among the items of an array. */
  private keyInArray(): void {
    const repair = this.repairs.ofKeyInArray(this.state);
    if (repair.type === 'skip') this.readValue();
    else this.apply(repair, State.member);
  }

  private apply(repair: Repair, state: State): void {
    const { builder, scanner } = this;
    if (repair.type === 'skip') {
      if (state !== State.after || !this.openings.isClosed()) this.report(SyntaxErrorKind.strayBracket);
    } else if (repair.type === 'skipWithComma') {
      this.report(SyntaxErrorKind.strayBracket);
      scanner.next();
    } else if (repair.type === 'turn') {
      const { open } = builder.top();
      this.report(SyntaxErrorKind.wrongBracket, open, open + 1);
      builder.turn();
      this.isHeld = true;
    } else if (repair.type === 'open') {
      this.beginMember();
      this.report(SyntaxErrorKind.missingBracket);
      builder.open(Kind.object, scanner.from, 0);
      this.state = State.member;
      this.isHeld = true;
    } else if (repair.type === 'swap') this.closeWith(SyntaxErrorKind.wrongBracket);
    else if (repair.type === 'close') {
      this.closeUnclosed(repair.count);
      this.state = state;
      this.isHeld = true;
    }
  }

  /** Closes the innermost container with another character than its bracket. */
  private closeWith(errorKind: SyntaxErrorKind): void {
    const { builder, scanner } = this;
    this.report(errorKind);
    builder.close(scanner.from, true, { seen: scanner.seen, ending: Ending.broken });
    this.state = State.after;
  }

  /** The text or the line ends inside a member: one syntax error, whatever the member lacks. */
  reportTruncated(): void {
    const { builder, scanner } = this;
    const { from: end } = scanner;
    if (builder.frames.length < 2 || builder.markedAt === end) return;
    const truncated = builder.truncatedMember((to) => this.repairs.isLast(to, end));
    if (truncated < 0) return;
    builder.retract(truncated);
    const isLine = builder.frames[0]!.kind === Kind.lines;
    builder.addError(isLine ? SyntaxErrorKind.cutOffLine : SyntaxErrorKind.cutOff, truncated, end, -1);
    builder.markedAt = end;
  }

  /** Closes containers whose brackets are missing: one syntax error, at the innermost. */
  closeUnclosed(count: number): void {
    const { builder, scanner } = this;
    for (let i = 0; i < count; i++) {
      // A name without a value is the last member: the bracket is missing after it.
      if (builder.hasPendingKey()) builder.endKey();
      const { open, interior, lastTo } = builder.top();
      // Without its opening bracket, it has a syntax error there.
      const isMarked = builder.markedAt === scanner.from || open === interior;
      if (!isMarked) builder.addError(SyntaxErrorKind.unclosed, open, open + 1, lastTo);
      builder.markedAt = scanner.from;
      builder.close(scanner.from, false, { seen: scanner.seen, ending: Ending.broken });
    }
  }

  private report(errorKind: SyntaxErrorKind, from = this.scanner.from, to = this.scanner.to): void {
    if (this.builder.markedAt === this.scanner.from) return;
    this.builder.markedAt = this.scanner.from;
    this.builder.addError(errorKind, from, to, -1);
  }
}

function isLineEnd(c: number): boolean {
  return c === lineFeed || c === carriageReturn;
}

function isWordCharacter(c: number): boolean {
  return (c >= zero && c <= nine) || (c >= letterA && c <= letterZ) || c === point;
}

const scalarKinds: Partial<Record<number, Kind>> = {
  [T.string]: Kind.string,
  [T.number]: Kind.number,
  [T.true]: Kind.true,
  [T.false]: Kind.false,
  [T.null]: Kind.null,
};
