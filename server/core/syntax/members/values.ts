import { quote } from '../../text/characters';
import type { DeepValue } from '../recovery/deepValue';
import { textBefore } from '../recovery/textBefore';
import { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Token as T } from '../tokens/token';
import { errorKindOfWord } from '../tokens/words';
import { Kind } from '../tree/nodeKind';
import type { Brackets } from './brackets';
import type { Place } from './place';

/** Reads values: items of arrays and lines, the value of a document, and those of properties. */
export class Values {
  private readonly place: Place;
  private readonly brackets: Brackets;
  private readonly deep: DeepValue;

  constructor(place: Place, brackets: Brackets, deep: DeepValue) {
    this.place = place;
    this.brackets = brackets;
    this.deep = deep;
  }

  /** The value of a document or a line. A property there lacks the bracket of its object. */
  root(): void {
    const { builder, repairs, scanner } = this.place;
    this.passTextBefore();
    const isProperty = scanner.token === T.string && repairs.isKeyInArray();
    if (isProperty && builder.levelsLeft > 0) this.brackets.apply({ type: 'open' }, State.member);
    else this.item();
  }

  /** Text before the bracket that begins the value: a slip of a finger must not hide the whole value. */
  private passTextBefore(): void {
    const { scanner, builder } = this.place;
    const text = textBefore(scanner, builder.top().kind === Kind.lines);
    if (text === null) return;
    builder.markAfterText();
    const { from } = scanner;
    // Before members are cut: what is in a part cannot be withdrawn.
    builder.retract(from);
    this.place.beginMember();
    builder.addError(SyntaxErrorKind.textBefore, from, text.to, -1);
    scanner.moveTo(text.bracket);
    scanner.next();
  }

  inArray(): void {
    const { place, brackets } = this;
    const { token } = place.scanner;
    if (token === T.closeArray) brackets.close();
    else if (token === T.closeObject) brackets.mismatch();
    else if (token === T.comma) {
      place.report(SyntaxErrorKind.extraComma);
      place.state = State.member;
    } else if (token === T.string && place.repairs.isKeyInArray()) this.keyInArray();
    else if (place.isStrayBeforeBracket()) place.report(SyntaxErrorKind.unexpectedText);
    else this.item();
  }

  /** `"key":` among the items of an array. */
  private keyInArray(): void {
    const repair = this.place.repairs.ofKeyInArray(this.place.state);
    if (repair.type === 'skip') this.value();
    else this.brackets.apply(repair, State.member);
  }

  /** A value without a key: in an array, a document or a line. */
  item(): void {
    const { place } = this;
    const { token } = place.scanner;
    if (token === T.colon || token === T.comma) {
      // Cut the waiting members first: the syntax error belongs to this member.
      const isMember = place.builder.top().kind !== Kind.array;
      if (isMember) place.beginMember();
      place.report(token === T.colon ? SyntaxErrorKind.unexpectedColon : SyntaxErrorKind.extraComma);
      if (isMember) place.invalid();
    } else if (token === T.closeObject || token === T.closeArray) {
      place.beginMember();
      place.report(SyntaxErrorKind.strayBracket);
      place.invalid();
    } else this.value();
  }

  /** A whole line that is not JSON. */
  logLine(): void {
    this.place.beginMember();
    this.place.report(SyntaxErrorKind.logLine);
    this.place.invalid();
  }

  /** The value that the current token is or begins. */
  value(): void {
    const { place } = this;
    const { scanner, builder } = place;
    place.beginMember();
    switch (scanner.token) {
      case T.openObject:
      case T.openArray:
        if (builder.levelsLeft === 0) return this.deep.open();
        builder.open(scanner.token === T.openObject ? Kind.object : Kind.array, scanner.from, 1);
        place.state = State.first;
        return;
      case T.word:
        if (place.isWord(/^\($/) && builder.levelsLeft > 0) return this.openParenthesis();
        this.reportWord();
        return place.invalid();
    }
    builder.scalar(scalarKinds[scanner.token]!, scanner.flags, scanner);
    place.state = State.after;
  }

  /** A parenthesis in place of the bracket of an object, in which a name comes first, or of an array. */
  private openParenthesis(): void {
    const { scanner, builder } = this.place;
    this.place.report(SyntaxErrorKind.parenthesis);
    const isObject = scanner.peek(scanner.nextNear()) === quote;
    builder.open(isObject ? Kind.object : Kind.array, scanner.from, 1);
    this.place.state = State.first;
  }

  private reportWord(): void {
    const errorKind = errorKindOfWord(this.place.shown());
    if (!this.place.isOfNotation(errorKind)) this.place.report(errorKind);
  }
}

const scalarKinds: Partial<Record<number, Kind>> = {
  [T.string]: Kind.string,
  [T.number]: Kind.number,
  [T.true]: Kind.true,
  [T.false]: Kind.false,
  [T.null]: Kind.null,
};
