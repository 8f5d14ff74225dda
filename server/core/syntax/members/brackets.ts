import { openParenthesis } from '../../text/characters';
import { MissingOpenings } from '../recovery/missingOpenings';
import type { Repair } from '../recovery/recovery';
import { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Token as T } from '../tokens/token';
import type { Frame } from '../tree/frame';
import { Kind } from '../tree/nodeKind';
import { Ending } from '../tree/tree';
import type { Place } from './place';

/** Ends containers, and does what was decided about brackets that are missing, stray or of the wrong kind. */
export class Brackets {
  private readonly place: Place;
  private readonly openings: MissingOpenings;
  /** Offset of the last comma after a value; -1 before any. */
  commaAt = -1;

  constructor(place: Place) {
    this.place = place;
    this.openings = new MissingOpenings(place);
  }

  /** Reads an opening bracket after a comma in an object, and opens an array before it if one is missing. */
  openArray(): boolean {
    this.place.isHeld = this.openings.beforeContainers();
    return this.place.isHeld;
  }

  /** Opens an array before a string in place of a name if one is missing. */
  openArrayOfStrings(): boolean {
    return this.openings.beforeStrings();
  }

  /** A closing bracket of the innermost container. */
  close(): void {
    const { place } = this;
    const { builder, scanner, repairs } = place;
    if (place.splitsToken()) return place.leaveOut(SyntaxErrorKind.strayBracket);
    if (repairs.isOneTooMany(place.state)) return place.report(SyntaxErrorKind.strayBracket);
    if (repairs.isTypedAgain(place.state)) return this.apply({ type: 'skipWithComma' }, place.state);
    if (place.state === State.member) this.trailingComma(builder.top());
    const isMarked = builder.markedAt === scanner.from;
    const isPlain = place.state === State.after && !isMarked && !builder.lastIsInvalid();
    const ending = isPlain ? Ending.closed : Ending.broken;
    builder.close(scanner.from, true, { seen: scanner.seen, ending });
    place.state = State.after;
  }

  private trailingComma(frame: Frame): void {
    const { place } = this;
    if (place.builder.markedAt >= frame.lastTo) return;
    if (place.isOfNotation(SyntaxErrorKind.trailingComma)) return;
    // Known unless old parts were reused: there may be megabytes of white space before it.
    if (this.commaAt >= frame.lastTo)
      return place.report(SyntaxErrorKind.trailingComma, this.commaAt, this.commaAt + 1);
    const reader = place.repairs.reader(frame.lastTo);
    if (reader.next() === T.comma) place.report(SyntaxErrorKind.trailingComma, reader.from, reader.to);
  }

  /** A closing bracket that does not match the innermost container. */
  mismatch(): void {
    const { place } = this;
    if (place.splitsToken()) place.leaveOut(SyntaxErrorKind.strayBracket);
    else this.apply(place.repairs.ofMismatch(place.state), State.after);
  }

  /** Does what was decided about the current token. `state` is that after closing containers. */
  apply(repair: Repair, state: State): void {
    const { place } = this;
    const { builder, scanner } = place;
    if (repair.type === 'skip') {
      if (state !== State.after || !this.openings.isClosed()) place.report(SyntaxErrorKind.strayBracket);
    } else if (repair.type === 'skipWithComma') {
      place.report(SyntaxErrorKind.strayBracket);
      scanner.next();
    } else if (repair.type === 'turn') {
      const { open } = builder.top();
      // A parenthesis in its place has a syntax error already.
      const isBracket = scanner.peek(open) !== openParenthesis;
      if (isBracket) place.report(SyntaxErrorKind.wrongBracket, open, open + 1);
      builder.turn();
      place.isHeld = true;
    } else if (repair.type === 'open') {
      place.beginMember();
      place.report(SyntaxErrorKind.missingBracket);
      builder.open(Kind.object, scanner.from, 0);
      place.state = State.member;
      place.isHeld = true;
    } else if (repair.type === 'list') {
      place.beginMember();
      place.report(SyntaxErrorKind.missingList);
      builder.open(Kind.array, scanner.from, 0);
      place.state = State.first;
      place.isHeld = true;
    } else if (repair.type === 'swap') this.closeWith(SyntaxErrorKind.wrongBracket);
    else if (repair.type === 'close') {
      this.closeUnclosed(repair.count);
      place.state = state;
      place.isHeld = true;
    }
  }

  /** Closes the innermost container with another character than its bracket. */
  closeWith(errorKind: SyntaxErrorKind): void {
    const { builder, scanner } = this.place;
    this.place.report(errorKind);
    builder.close(scanner.from, true, { seen: scanner.seen, ending: Ending.broken });
    this.place.state = State.after;
  }

  /** The text or the line ends inside a member: one syntax error, whatever the member lacks. */
  reportTruncated(): void {
    const { builder, scanner, repairs } = this.place;
    const { from: end } = scanner;
    if (builder.frames.length < 2 || builder.markedAt === end) return;
    const truncated = builder.truncatedMember((to) => repairs.isLast(to, end));
    if (truncated < 0) return;
    builder.retract(truncated);
    const isLine = builder.frames[0]!.kind === Kind.lines;
    builder.addError(isLine ? SyntaxErrorKind.cutOffLine : SyntaxErrorKind.cutOff, truncated, end, -1);
    builder.markedAt = end;
  }

  /** Closes containers whose brackets are missing: one syntax error, at the innermost. */
  closeUnclosed(count: number): void {
    const { builder, scanner } = this.place;
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
}
