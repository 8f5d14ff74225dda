import { closeBrace, comma, quote } from '../../text/characters';
import { isLineEnd } from '../../text/lineEnds';
import { nameShift } from '../layout';
import { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { isLogMessage } from '../tokens/logLines';
import { Flag, Token as T } from '../tokens/token';
import { Kind } from '../tree/nodeKind';
import { Ending, keyNumberOf } from '../tree/tree';
import type { Brackets } from './brackets';
import type { Place } from './place';

/** Reads what is between two members: a comma, or what stands in its place. */
export class Separators {
  private readonly place: Place;
  private readonly brackets: Brackets;
  /** End of the last value that more strings follow; -1 before any. */
  private joinedAt = -1;

  constructor(place: Place, brackets: Brackets) {
    this.place = place;
    this.brackets = brackets;
  }

  /** Where a comma or the end of the container is expected. */
  read(): void {
    const { place, brackets } = this;
    const { scanner, builder } = place;
    const frame = builder.top();
    switch (scanner.token) {
      case T.comma:
        place.state = State.member;
        brackets.commaAt = scanner.from;
        return;
      case T.closeObject:
      case T.closeArray:
        if ((scanner.token === T.closeObject) === (frame.kind === Kind.object)) brackets.close();
        else brackets.mismatch();
        return;
      case T.colon:
        return this.colonBehindValue();
    }
    if (place.isWord(/^[;，、；.|<>]$/)) return this.otherMark();
    if (place.isWord(/^\)$/)) return brackets.closeWith(SyntaxErrorKind.parenthesis);
    if (this.isJoined()) return this.passJoined();
    if (this.isBracketTooMany()) return place.leaveOut(SyntaxErrorKind.strayBracket);
    if (!builder.lastIsInvalid() && !this.endsArray())
      place.report(SyntaxErrorKind.missingComma, frame.lastTo, scanner.from);
    if (builder.isDue(scanner.from)) builder.cut(scanner.from, scanner.seen, Ending.broken);
    place.state = State.member;
    place.isHeld = true;
  }

  /** A mark stands for the comma, unless a comma follows it. */
  private otherMark(): void {
    const { place } = this;
    const { scanner } = place;
    if (scanner.peek(scanner.nextNear()) === comma) return place.report(SyntaxErrorKind.unexpectedText);
    place.report(SyntaxErrorKind.otherMark);
    place.state = State.member;
  }

  /** Whether a program printed a log message between the members, where no such token can be. */
  isAtLog(): boolean {
    const { scanner, builder, state } = this.place;
    const { token, from } = scanner;
    const isForeign = token === T.word || token === T.number || token === T.openArray;
    const isBetween = state === State.after || builder.top().kind === Kind.object;
    const isOfMember = state === State.colon || state === State.value;
    return isForeign && isBetween && !isOfMember && isLogMessage(scanner, from);
  }

  passLog(): void {
    const { scanner, builder } = this.place;
    const { from } = scanner;
    builder.retract(from);
    scanner.moveTo(from);
    scanner.nextLogLine();
    builder.addError(SyntaxErrorKind.logLine, from, scanner.to, -1);
  }

  /** Whether a string right after another one is a part of the same value, as in Python: it is no name. */
  private isJoined(): boolean {
    const { scanner, builder } = this.place;
    const isApart = scanner.from > builder.top().lastTo;
    if (scanner.token !== T.string || !isApart || builder.lastString() === null) return false;
    const next = scanner.peek(scanner.nextNear());
    const goesOn = next === quote && isLineEnd(scanner.peek(scanner.to));
    return (next === comma || next === closeBrace || goesOn) && !this.place.isKnownName(scanner);
  }

  /** Leaves out a string that belongs to the value before it: one syntax error for all of them. */
  private passJoined(): void {
    const { lastTo } = this.place.builder.top();
    if (this.joinedAt !== lastTo) this.place.report(SyntaxErrorKind.joinedStrings);
    this.joinedAt = lastTo;
  }

  /** Whether the current token is a property that shows that the array lacks its bracket: not a comma, too. */
  private endsArray(): boolean {
    const { scanner, builder, repairs } = this.place;
    if (builder.top().kind !== Kind.array || scanner.token !== T.string || !repairs.isKeyInArray())
      return false;
    return repairs.ofKeyInArray(State.member).type === 'close';
  }

  /** Whether an opening bracket in place of a comma is stray; else the comma is missing. */
  private isBracketTooMany(): boolean {
    const { scanner, repairs } = this.place;
    if (scanner.token !== T.openObject && scanner.token !== T.openArray) return false;
    if (this.place.splitsToken()) return true;
    return repairs.bestWay({ at: 0, where: State.member }, { at: 1, where: State.after }) === 1;
  }

  /**
   * `"reward": "metrics": …`: the value of the first key is missing, and the string is the next key; or the value is an
   * object without its bracket.
   */
  private colonBehindValue(): void {
    const { place } = this;
    const { builder, repairs } = place;
    if (this.isColonForComma()) {
      place.report(SyntaxErrorKind.otherMark);
      place.state = State.member;
      return;
    }
    const last = builder.lastString();
    const isExtra =
      last === null || repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: State.after }) === 1;
    if (isExtra) return place.leaveOut(SyntaxErrorKind.unexpectedColon);
    place.state = State.value;
    if (place.isSame(last, { from: last.keyFrom, to: last.keyTo })) {
      builder.addError(SyntaxErrorKind.nameTwice, last.from, last.to, -1);
      return builder.dropValue();
    }
    const name = place.infoOfName(last);
    const isMarked = (last.flags & Flag.broken) !== 0 || builder.markedAt === last.from;
    // Few names have escapes: that is a text with a stray quote.
    const mayOpen = last.flags === 0 && builder.levelsLeft > 0;
    if (mayOpen && repairs.isFirstName(last.key, keyNumberOf(name << nameShift))) {
      if (!isMarked) builder.addError(SyntaxErrorKind.missingBracket, last.from, last.to, -1);
      return builder.valueToObject(name);
    }
    if (!isMarked)
      builder.addError(SyntaxErrorKind.missingValue, place.lastCharacter(last.keyTo), last.keyTo, -1);
    builder.valueToKey(name);
  }

  /** Whether a colon replaces the comma after a value: a property or another item follows. */
  private isColonForComma(): boolean {
    const { builder, repairs } = this.place;
    const isObject = builder.top().kind === Kind.object;
    const others = isObject ? [State.value, State.after] : [State.after];
    const ways = [...others, State.member].map((where) => ({ at: 1, where }));
    return repairs.bestWay(...ways) === others.length;
  }
}
