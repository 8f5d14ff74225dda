import { colon, comma, openBrace, openBracket, quote } from '../../text/characters';
import { flagShift, nameShift } from '../layout';
import { isScalar } from '../recovery/tokenFit';
import { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Flag, Token as T } from '../tokens/token';
import { errorKindOfWord } from '../tokens/words';
import { Kind } from '../tree/nodeKind';
import { decodeString } from '../tree/strings';
import type { Brackets } from './brackets';
import type { Place } from './place';
import type { Values } from './values';

/** Reads the names of properties, their colons, and what stands in place of a value. */
export class Properties {
  private readonly place: Place;
  private readonly brackets: Brackets;
  private readonly values: Values;

  constructor(place: Place, brackets: Brackets, values: Values) {
    this.place = place;
    this.brackets = brackets;
    this.values = values;
  }

  /** Where a name is expected. */
  name(): void {
    const { place, brackets } = this;
    const { scanner, builder } = place;
    if (place.state === State.first && isScalar(scanner.token) && this.isInArray())
      return brackets.apply({ type: 'turn' }, place.state);
    switch (scanner.token) {
      case T.closeObject:
        return brackets.close();
      case T.closeArray:
        return brackets.mismatch();
      case T.comma:
        place.report(SyntaxErrorKind.extraComma);
        place.state = State.member;
        return;
      case T.string:
        if (place.state === State.member && brackets.openArrayOfStrings()) return this.values.item();
        place.beginMember();
        builder.key(scanner.from, scanner.to, this.keyInfo(scanner.flags));
        place.state = State.colon;
        return;
      case T.openObject:
      case T.openArray:
        return this.bracketAsName();
      case T.colon:
        return this.colonAsName();
      default:
        this.bareName();
    }
  }

  /** Whether scalars follow up to a bracket of the other kind: `{"a", "b"]`. */
  private isInArray(): boolean {
    const { scanner, repairs } = this.place;
    return scanner.peek(scanner.nextNear()) === comma && repairs.isEndOfScalars();
  }

  /** In `: "reward": 1` the colon is extra; in `: 1` the name is missing. */
  private colonAsName(): void {
    const { place } = this;
    const isExtra = place.repairs.bestWay({ at: 1, where: State.value }, { at: 1, where: place.state }) === 1;
    place.report(isExtra ? SyntaxErrorKind.unexpectedColon : SyntaxErrorKind.missingKey);
    if (!isExtra) place.state = State.value;
  }

  private bareName(): void {
    const { place } = this;
    const { scanner, builder } = place;
    place.beginMember();
    if (scanner.peek(scanner.nextNear()) !== colon) {
      place.report(scanner.token === T.word ? this.errorKindOfName() : SyntaxErrorKind.missingKey);
      return place.invalid();
    }
    if (!place.isOfNotation(SyntaxErrorKind.unquotedKey)) place.report(SyntaxErrorKind.unquotedKey);
    builder.key(scanner.from, scanner.to, this.keyInfo(Flag.broken | Flag.unquoted));
    place.state = State.colon;
  }

  /** The kind of syntax error that a word in place of a name is: a sign alone begins no number there. */
  private errorKindOfName(): SyntaxErrorKind {
    return this.place.isWord(/^[+-]$/) ? SyntaxErrorKind.unexpectedText : errorKindOfWord(this.place.shown());
  }

  /** An opening bracket where a name is expected. */
  private bracketAsName(): void {
    const { place } = this;
    const repair = place.repairs.ofBracketAsKey(place.state);
    if (repair.type === 'skip') place.report(SyntaxErrorKind.strayBracket);
    else if (repair.type === 'unnamed') this.bracketWithoutName();
    else this.brackets.apply(repair, State.member);
  }

  /** `"a": 1, {…}, "b": 2`: the value of a property whose name is missing. */
  private bracketWithoutName(): void {
    const { place } = this;
    place.beginMember();
    place.report(SyntaxErrorKind.missingKey);
    place.state = State.value;
    place.isHeld = true;
  }

  private keyInfo(flags: number): number {
    const { from, to } = this.place.scanner;
    const read = (): string => decodeString(this.place.scanner.read(from, to), flags);
    return Kind.key | (flags << flagShift) | (this.place.infoOfName({ from, to }, read) << nameShift);
  }

  /** Where a colon is expected. */
  colon(): void {
    const { place } = this;
    const { scanner } = place;
    if (this.isOneTooMany()) return;
    if (this.isNameAgain()) return place.report(SyntaxErrorKind.nameTwice);
    // After `=>`, a colon may begin a symbol of Ruby.
    if (!place.isWord(/^=>$/) && this.isStrayBeforeColon())
      return place.report(SyntaxErrorKind.unexpectedText);
    const isForeign = place.isWord(/^(?:=>?|：)$/);
    if (isForeign && !place.isOfNotation(SyntaxErrorKind.foreignColon))
      place.report(SyntaxErrorKind.foreignColon);
    place.state = State.value;
    if (scanner.token === T.colon || isForeign) return;
    if (place.isWord(/^;$/)) return place.report(SyntaxErrorKind.foreignColon);
    if (this.isCommaForColon()) return place.report(SyntaxErrorKind.otherMark);
    if (this.isColonInName()) return;
    if (scanner.token !== T.comma && scanner.token !== T.closeObject && scanner.token !== T.closeArray) {
      const nameTo = place.builder.pendingKeyTo();
      place.report(SyntaxErrorKind.missingColon, nameTo, Math.max(nameTo, scanner.from));
    } else this.missingValue();
    place.isHeld = true;
  }

  /** Whether a name is there again instead of its colon: `"role" "role": "user"`. */
  private isNameAgain(): boolean {
    const { scanner, builder } = this.place;
    const isName = scanner.token === T.string && scanner.peek(scanner.nextNear()) === colon;
    return isName && this.place.isSame(scanner, builder.pendingKey());
  }

  /** Whether a few characters were typed between a name and its colon: `"role"w: "user"`. */
  private isStrayBeforeColon(): boolean {
    const { scanner } = this.place;
    return scanner.token === T.word && scanner.peek(scanner.nextNear()) === colon;
  }

  /** Whether the colon is in the quotes of its name: `"role:" "user"`. It then is what it was meant to be. */
  private isColonInName(): boolean {
    const { place } = this;
    const { scanner, builder } = place;
    const { from, to } = builder.pendingKey();
    if (to - from < 4 || scanner.peek(to - 2) !== colon || scanner.peek(to - 1) !== quote) return false;
    place.report(SyntaxErrorKind.colonInName, to - 2, to);
    const name = place.infoOfName({ from, to: to - 1 });
    builder.setPendingKey(Kind.key | (Flag.broken << flagShift) | (name << nameShift));
    place.isHeld = true;
    return true;
  }

  /** Whether a comma replaces the colon: a value follows, and what may follow a value. */
  private isCommaForColon(): boolean {
    const { scanner, repairs } = this.place;
    if (scanner.token !== T.comma) return false;
    return repairs.bestWay({ at: 0, where: State.after }, { at: 1, where: State.value }) === 1;
  }

  /** Where the value after a colon is expected. */
  value(): void {
    const { place } = this;
    const { scanner } = place;
    if (this.isOneTooMany()) return;
    switch (scanner.token) {
      case T.comma:
      case T.closeObject:
      case T.closeArray:
        this.endWithoutValue();
        place.state = State.after;
        place.isHeld = true;
        return;
      case T.colon:
        return place.report(SyntaxErrorKind.unexpectedColon);
    }
    // `:=`
    if (place.isWord(/^=$/) && scanner.peek(scanner.from - 1) === colon)
      place.report(SyntaxErrorKind.otherMark, scanner.from - 1);
    else if (place.isStrayBeforeBracket() || this.isStrayBeforeValue())
      place.report(SyntaxErrorKind.unexpectedText);
    else this.values.value();
  }

  /** Whether a mark was typed before a string or an opening bracket: `"role": ~"user"`. */
  private isStrayBeforeValue(): boolean {
    const { scanner, repairs } = this.place;
    if (!this.place.isWord(/^[^\p{L}\p{N}(]{1,2}$/u)) return false;
    const next = scanner.peek(scanner.nextNear());
    if (next === openBrace || next === openBracket) return true;
    // The mark may stand for a value: then the string is the next name.
    return next === quote && !repairs.isBeforeName();
  }

  /** A name without a value; after a colon without a name there is nothing to end. */
  private endWithoutValue(): void {
    const { builder } = this.place;
    if (!builder.hasPendingKey()) return;
    this.missingValue();
    builder.endKey();
  }

  /** Whether a comma or a bracket is extra, because the property continues after it with its colon or value. */
  private isOneTooMany(): boolean {
    const { place } = this;
    const { token } = place.scanner;
    const isOpening = token === T.openObject || token === T.openArray;
    const isClosing = token === T.closeObject || token === T.closeArray;
    if (token !== T.comma && !isClosing && !(isOpening && place.state === State.colon)) return false;
    const where = isOpening ? State.value : State.after;
    const isExtra = place.repairs.bestWay({ at: 0, where }, { at: 1, where: place.state }) === 1;
    if (isExtra) place.report(token === T.comma ? SyntaxErrorKind.extraComma : SyntaxErrorKind.strayBracket);
    return isExtra;
  }

  private missingValue(): void {
    const at = this.place.builder.pendingKeyTo();
    this.place.report(SyntaxErrorKind.missingValue, this.place.lastCharacter(at), at);
  }
}
