import { colon, point } from '../text/characters';
import type { Builder } from './builder';
import type { Grammar } from './context';
import type { Frame } from './frame';
import { flagShift, nameShift } from './layout';
import { Mistake } from './mistakes';
import { Kind } from './nodeKind';
import type { Repair } from './recovery';
import type { Repairs } from './repairs';
import type { Scanner } from './scanner';
import { State } from './state';
import { Flag, Token as T } from './token';
import { Ending } from './tree';
import { mistakeOfWord } from './words';

/**
 * Reads the members of objects and arrays, one token at a time: what is put into the tree, what is a mistake,
 * and in which state the next token is read.
 */
export class Members {
  state: State = State.first;
  /** The token has been read, but is to be looked at again in another state. */
  isHeld = false;
  private readonly scanner: Scanner;
  private readonly builder: Builder;
  private readonly repairs: Repairs;
  private readonly grammar: Grammar;

  constructor(parser: {
    readonly scanner: Scanner;
    readonly builder: Builder;
    readonly repairs: Repairs;
    readonly grammar: Grammar;
  }) {
    this.scanner = parser.scanner;
    this.builder = parser.builder;
    this.repairs = parser.repairs;
    this.grammar = parser.grammar;
  }

  /** Takes the scanner's token as the next one in the innermost container, which is an object or an array. */
  read(): void {
    if (this.state === State.after) this.after();
    else if (this.builder.top().kind === Kind.array) this.inArray();
    else if (this.state === State.colon) this.colon();
    else if (this.state === State.value) this.value();
    else this.inObject();
  }

  private inArray(): void {
    const { token } = this.scanner;
    if (token === T.closeArray) this.closeBracket();
    else if (token === T.closeObject) this.mismatch();
    else if (token === T.comma) this.extraComma();
    else if (token === T.string && this.repairs.isKeyInArray()) this.keyInArray();
    else this.item();
  }

  /** A value that stands alone: in an array, a document or a line. */
  item(): void {
    const { scanner } = this;
    if (scanner.token === T.colon || scanner.token === T.comma) {
      // What waits is cut off first: the mistake belongs to this member.
      const isMember = this.builder.top().kind !== Kind.array;
      if (isMember) this.beginMember();
      this.report(scanner.token === T.colon ? Mistake.unexpectedColon : Mistake.extraComma);
      if (isMember) this.invalid();
    } else if (scanner.token === T.closeObject || scanner.token === T.closeArray) {
      this.beginMember();
      this.report(Mistake.strayBracket);
      this.invalid();
    } else this.readValue();
  }

  private inObject(): void {
    const { scanner, builder } = this;
    switch (scanner.token) {
      case T.closeObject:
        return this.closeBracket();
      case T.closeArray:
        return this.mismatch();
      case T.comma:
        return this.extraComma();
      case T.string:
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

  /** `: "reward": 1` has a colon too many, in `: 1` the name is missing. */
  private colonAsKey(): void {
    const isExtra = this.repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: this.state }) === 1;
    this.report(isExtra ? Mistake.unexpectedColon : Mistake.missingKey);
    if (!isExtra) this.state = State.value;
  }

  private bareKey(): void {
    const { scanner, builder } = this;
    this.beginMember();
    if (scanner.peek(scanner.afterBlank()) !== colon) {
      this.report(scanner.token === T.word ? mistakeOfWord(this.shown()) : Mistake.missingKey);
      return this.invalid();
    }
    this.report(Mistake.unquotedKey);
    builder.key(scanner.from, scanner.to, this.keyInfo(Flag.broken | Flag.unquoted));
    this.state = State.colon;
  }

  private colon(): void {
    const { scanner } = this;
    if (this.isOneTooMany()) return;
    this.state = State.value;
    if (scanner.token === T.colon) return;
    if (scanner.token !== T.comma && scanner.token !== T.closeObject && scanner.token !== T.closeArray) {
      const key = this.builder.pendingKeyTo();
      this.report(Mistake.missingColon, key, Math.max(key, scanner.from));
    } else this.missingValue();
    this.isHeld = true;
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
        this.report(Mistake.unexpectedColon);
        return;
      default:
        this.readValue();
    }
  }

  /** A name without a value; behind a colon without a name there is nothing to end. */
  private endWithoutValue(): void {
    if (!this.builder.hasPendingKey()) return;
    this.missingValue();
    this.builder.endKey();
  }

  /** Whether a property goes on behind a comma or a bracket, with its colon or its value: then that is left out. */
  private isOneTooMany(): boolean {
    const { token } = this.scanner;
    const isOpening = token === T.openObject || token === T.openArray;
    const isClosing = token === T.closeObject || token === T.closeArray;
    if (token !== T.comma && !isClosing && !(isOpening && this.state === State.colon)) return false;
    const where = isOpening ? State.value : State.after;
    const isExtra = this.repairs.bestWay({ at: 0, where }, { at: 1, where: this.state }) === 1;
    if (isExtra) this.report(token === T.comma ? Mistake.extraComma : Mistake.strayBracket);
    return isExtra;
  }

  private missingValue(): void {
    const at = this.builder.pendingKeyTo();
    this.report(Mistake.missingValue, Math.max(0, at - 1), at);
  }

  private after(): void {
    const { scanner, builder } = this;
    const frame = builder.top();
    switch (scanner.token) {
      case T.comma:
        this.state = State.member;
        return;
      case T.closeObject:
      case T.closeArray:
        if ((scanner.token === T.closeObject) === (frame.kind === Kind.object)) this.closeBracket();
        else this.mismatch();
        return;
      case T.colon:
        return this.colonBehindValue();
    }
    if (this.isBracketTooMany()) return this.leaveOut(Mistake.strayBracket);
    if (!builder.lastIsInvalid()) this.report(Mistake.missingComma, frame.lastTo, scanner.from);
    this.state = State.member;
    this.isHeld = true;
  }

  /** Whether a bracket that opens where a comma is expected is left out; else the comma is missing. */
  private isBracketTooMany(): boolean {
    const { token } = this.scanner;
    if (token !== T.openObject && token !== T.openArray) return false;
    if (this.splitsToken()) return true;
    return this.repairs.bestWay({ at: 0, where: State.member }, { at: 1, where: State.after }) === 1;
  }

  /** `"reward": "metrics": …`: the value of the first key is missing, and the string is the next key. */
  private colonBehindValue(): void {
    const { builder } = this;
    const last = builder.lastString();
    const isExtra =
      last === null ||
      this.repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: State.after }) === 1;
    if (isExtra) return this.leaveOut(Mistake.unexpectedColon);
    if (!last.isBroken && this.builder.markedAt !== last.from) {
      builder.mistake(Mistake.missingValue, Math.max(0, last.keyTo - 1), last.keyTo, -1);
    }
    const name = this.scanner.read(last.from + 1, last.to - 1);
    builder.valueToKey(this.grammar.vocabulary.infoOf(name));
    this.state = State.value;
  }

  /** Leaves a token out, and with it a scalar behind it: `0.2:5` is one mistake. */
  private leaveOut(mistake: Mistake): void {
    const { scanner, builder } = this;
    if (!builder.lastIsInvalid()) this.report(mistake);
    scanner.next();
    this.isHeld = !isScalar(scanner.token);
    if (!this.isHeld) this.invalid();
  }

  /** Whether a bracket stands inside of a number or a word: `0]5`. */
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
        builder.open(Kind.object, scanner.from, 1);
        this.state = State.first;
        return;
      case T.openArray:
        builder.open(Kind.array, scanner.from, 1);
        this.state = State.first;
        return;
      case T.word:
        this.report(mistakeOfWord(this.shown()));
        return this.invalid();
    }
    builder.scalar(scalarKinds[scanner.token]!, scanner.flags, scanner);
    this.state = State.after;
  }

  private invalid(): void {
    this.beginMember();
    this.builder.scalar(Kind.invalid, Flag.broken, this.scanner);
    this.state = State.after;
  }

  /** A member begins here without a comma before it: what waits may have to be cut off first. */
  private beginMember(): void {
    const { builder, scanner } = this;
    if (builder.top().waiting !== null) builder.cut(scanner.from, scanner.seen);
  }

  private keyInfo(flags: number): number {
    const name = this.grammar.vocabulary.infoOf(this.nameOf(flags));
    return Kind.key | (flags << flagShift) | (name << nameShift);
  }

  private nameOf(flags: number): string {
    const { scanner } = this;
    const isQuoted = (flags & Flag.unquoted) === 0 || scanner.token === T.string;
    const name = isQuoted ? scanner.read(scanner.from + 1, scanner.to - 1) : this.shown();
    const isEscaped = (flags & (Flag.escapes | Flag.broken)) === Flag.escapes;
    return isEscaped ? (JSON.parse(`"${name}"`) as string) : name;
  }

  private shown(): string {
    return this.scanner.read(this.scanner.from, Math.min(this.scanner.to, this.scanner.from + 80));
  }

  // Brackets and commas that do not fit.

  private extraComma(): void {
    this.report(Mistake.extraComma);
    this.state = State.member;
  }

  private closeBracket(): void {
    const { builder, scanner } = this;
    if (this.splitsToken()) return this.leaveOut(Mistake.strayBracket);
    if (this.repairs.isOneTooMany(this.state)) {
      this.report(Mistake.strayBracket);
      return;
    }
    if (this.state === State.member) this.trailingComma(builder.top());
    const isMarked = builder.markedAt === scanner.from;
    const isPlain = this.state === State.after && !isMarked && !builder.lastIsInvalid();
    const ending = isPlain ? Ending.closed : Ending.broken;
    builder.close(scanner.from, true, { seen: scanner.seen, ending });
    this.state = State.after;
  }

  private trailingComma(frame: Frame): void {
    if (this.builder.markedAt >= frame.lastTo) return;
    const reader = this.repairs.reader(frame.lastTo);
    if (reader.next() === T.comma) this.report(Mistake.trailingComma, reader.from, reader.to);
  }

  /** A closing bracket that is not the innermost container's. */
  private mismatch(): void {
    if (this.splitsToken()) this.leaveOut(Mistake.strayBracket);
    else this.apply(this.repairs.ofMismatch(this.state), State.after);
  }

  /** A bracket opens where a property name should stand. */
  private bracketAsKey(): void {
    const repair = this.repairs.ofBracketAsKey(this.state);
    if (repair.type === 'close') this.apply(repair, State.member);
    else this.report(Mistake.strayBracket);
  }

  /** `"key":` among the items of an array. */
  private keyInArray(): void {
    const repair = this.repairs.ofKeyInArray();
    if (repair.type === 'skip') this.readValue();
    else this.apply(repair, State.member);
  }

  private apply(repair: Repair, state: State): void {
    const { builder, scanner } = this;
    if (repair.type === 'skip') {
      this.report(Mistake.strayBracket);
    } else if (repair.type === 'open') {
      this.beginMember();
      this.report(Mistake.missingBracket);
      builder.open(Kind.object, scanner.from, 0);
      this.state = State.member;
      this.isHeld = true;
    } else {
      this.closeUnclosed(repair.count);
      this.state = state;
      this.isHeld = true;
    }
  }

  /** Closes containers whose brackets are missing: one mistake, at the innermost. */
  closeUnclosed(count: number): void {
    const { builder, scanner } = this;
    for (let i = 0; i < count; i++) {
      // A name without a value is the last member: the bracket is missing behind it.
      if (builder.hasPendingKey()) builder.endKey();
      const { open, lastTo } = builder.top();
      const isMarked = builder.markedAt === scanner.from;
      if (!isMarked) builder.mistake(Mistake.unclosed, open, open + 1, lastTo);
      builder.markedAt = scanner.from;
      builder.close(scanner.from, false, { seen: scanner.seen, ending: Ending.broken });
    }
  }

  private report(mistake: Mistake, from = this.scanner.from, to = this.scanner.to): void {
    if (this.builder.markedAt === this.scanner.from) return;
    this.builder.markedAt = this.scanner.from;
    this.builder.mistake(mistake, from, to, -1);
  }
}

function isWordCharacter(c: number): boolean {
  return (c >= 48 && c <= 57) || (c >= 97 && c <= 122) || c === point;
}

function isScalar(token: number): boolean {
  return token === T.word || scalarKinds[token] !== undefined;
}

const scalarKinds: Partial<Record<number, Kind>> = {
  [T.string]: Kind.string,
  [T.number]: Kind.number,
  [T.true]: Kind.true,
  [T.false]: Kind.false,
  [T.null]: Kind.null,
};
