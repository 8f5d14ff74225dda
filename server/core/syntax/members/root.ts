import { closeBrace, space, tab } from '../../text/characters';
import { lineEnd, positionAt, type Text } from '../../text/text';
import { State } from '../state';
import { SyntaxErrorKind } from '../syntaxErrors';
import { Token as T } from '../tokens/token';
import { Kind } from '../tree/nodeKind';
import type { Place } from './place';
import type { Values } from './values';

/** Reads the root: one value, or one per line. */
export class Root {
  private readonly text: Text;
  private readonly place: Place;
  private readonly values: Values;
  /** Where text after the one value begins, which is not parsed, and what `seen` was there; null if there is none. */
  rest: { readonly from: number; readonly seen: number } | null = null;

  constructor(text: Text, place: Place, values: Values) {
    this.text = text;
    this.place = place;
    this.values = values;
  }

  /** The current token is outside of any container of a document. */
  inDocument(): void {
    if (this.place.state === State.after) this.skipRest(SyntaxErrorKind.secondRoot, this.text.length);
    else this.values.root();
  }

  /** The current token is outside of any container of a line, and does not end the text. */
  inLines(): void {
    const { place, values } = this;
    const { scanner } = place;
    if (scanner.token === T.newline) place.state = State.member;
    else if (place.state === State.after) this.skipRest(SyntaxErrorKind.secondInLine, this.endOfLine());
    // A property may be a line of a value that was printed over several lines.
    else if (scanner.token === T.string && !this.lineEndsWithBrace()) values.item();
    else values.root();
  }

  /** Reads a log line between the values of lines as one invalid value; false if there is none. */
  passLogLine(): boolean {
    const { builder, scanner, state } = this.place;
    if (builder.top().kind !== Kind.lines || state === State.after || !scanner.nextLogLine()) return false;
    this.values.logLine();
    return true;
  }

  /** Where the line ends in which the current token ends. */
  private endOfLine(): number {
    return lineEnd(this.text, positionAt(this.text, this.place.scanner.to).line);
  }

  /** Whether a closing brace is the last character of the line in which the current token begins. */
  private lineEndsWithBrace(): boolean {
    const { scanner } = this.place;
    let at = lineEnd(this.text, positionAt(this.text, scanner.from).line);
    scanner.see(at + 1);
    let last = scanner.peek(at - 1);
    while (last === space || last === tab) last = scanner.peek(--at - 1);
    return last === closeBrace;
  }

  /** Text after the value, up to `to`: one syntax error for all of it; none if the value is invalid already. */
  private skipRest(errorKind: SyntaxErrorKind, to: number): void {
    const { scanner, builder } = this.place;
    const { from } = scanner;
    if (errorKind === SyntaxErrorKind.secondRoot) this.rest ??= { from, seen: scanner.seen };
    if (!builder.lastIsInvalid() && !builder.top().isAfterText)
      builder.addError(errorKind, from, Math.min(to, Math.max(scanner.to, from + 1)), -1);
    scanner.moveTo(to);
    scanner.see(to + 1);
  }
}
