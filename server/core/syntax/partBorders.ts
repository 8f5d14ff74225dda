import { carriageReturn, closeBrace, closeBracket, colon, comma, lineFeed } from '../text/characters';
import { noUnit } from '../text/text';
import type { Place } from './members/place';
import { State } from './state';
import { SyntaxErrorKind } from './syntaxErrors';
import type { Reuse } from './tree/reuse';
import { Ending, maxSyntaxErrors, type Part, syntaxErrorStride } from './tree/tree';

/** Where a part of a container may end, and where old parts are reused. */
export class PartBorders {
  private readonly place: Place;
  private readonly reuse: Reuse | undefined;
  private readonly onCut: () => void;

  /** `onCut` is called after a part was cut. */
  constructor(
    place: Place,
    { reuse, onCut }: { readonly reuse: Reuse | undefined; readonly onCut: () => void },
  ) {
    this.place = place;
    this.reuse = reuse;
    this.onCut = onCut;
  }

  /** Right after the bracket that opened a container: reuses old parts; false if there are none. */
  reuseFirst(): boolean {
    const { builder, scanner, state } = this.place;
    const frame = builder.top();
    return state === State.first && frame.isFirst && frame.from === scanner.to && this.appendOld(true);
  }

  /** After a comma, before the next member: reuses old parts, or cuts a part when it is due; true if it reused any. */
  pass(): boolean {
    const { scanner, builder } = this.place;
    const at = scanner.afterBlank();
    // Unless this closes the container or is a syntax error, the comma was the last of its part.
    if (isNoMember(scanner.peek(at))) return false;
    scanner.moveTo(at);
    if (this.appendOld(false)) return true;
    if (!builder.isDue(at)) return false;
    builder.cut(at, scanner.seen);
    this.onCut();
    return false;
  }

  private appendOld(isFirst: boolean): boolean {
    const { reuse, place } = this;
    if (reuse === undefined) return false;
    const { builder, scanner } = place;
    const at = scanner.to;
    const context = builder.contextOf(builder.frames.length - 1);
    const limits = { syntaxErrors: maxSyntaxErrors - builder.syntaxErrorCount, levels: builder.levelsLeft };
    const parts = reuse.run(at, context, isFirst, limits);
    if (parts.length === 0 || builder.wouldMerge(parts[0]!, at)) return false;
    builder.append(parts, at, scanner.seen);
    let to = at;
    for (const part of parts) {
      to += part.length;
      scanner.see(to + part.reach);
    }
    scanner.moveTo(to);
    const last = parts[parts.length - 1]!;
    place.state = last.ending === Ending.closed ? State.after : State.member;
    if (isMarkedBehind(last)) builder.markedAt = to;
    return true;
  }
}

function isNoMember(c: number): boolean {
  return (
    c === noUnit ||
    c === closeBrace ||
    c === closeBracket ||
    c === comma ||
    c === colon ||
    c === lineFeed ||
    c === carriageReturn
  );
}

/** Errors between a value and the next token, which they are reported at. */
const isAtNext: ReadonlySet<number> = new Set([SyntaxErrorKind.missingComma, SyntaxErrorKind.missingArray]);

/** Whether a part has an error that was reported at the token after the part. */
function isMarkedBehind({ syntaxErrors, length }: Part): boolean {
  for (let i = 0; i < syntaxErrors.length; i += syntaxErrorStride) {
    if (isAtNext.has(syntaxErrors[i]!) && syntaxErrors[i + 2] === length) return true;
  }
  return false;
}
