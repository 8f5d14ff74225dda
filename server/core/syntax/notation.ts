import { State } from './state';
import { SyntaxErrorKind } from './syntaxErrors';
import type { Builder } from './tree/builder';

/** What shows at its first member that a container is in another notation than JSON's. */
const signs: ReadonlySet<SyntaxErrorKind> = new Set([
  SyntaxErrorKind.singleQuotes,
  SyntaxErrorKind.unquotedKey,
  SyntaxErrorKind.foreignQuotes,
  SyntaxErrorKind.foreignColon,
]);

/** What such a notation has besides. */
const others: ReadonlySet<SyntaxErrorKind> = new Set([
  SyntaxErrorKind.pythonString,
  SyntaxErrorKind.pythonLiteral,
  SyntaxErrorKind.undefined,
  SyntaxErrorKind.printedValue,
  SyntaxErrorKind.trailingComma,
]);

/**
 * Whether a syntax error is covered by the one for its container's notation: Python's `repr`, a literal of JavaScript,
 * or JSON in other quotes. One error, at the first member, stands for all of it, and its fix converts the container.
 * `state` is that before the token with the error.
 */
export function isOfNotation(builder: Builder, errorKind: SyntaxErrorKind, state: State): boolean {
  const isSign = signs.has(errorKind);
  if (!isSign && !others.has(errorKind)) return false;
  // After the value of a text or a line, all the rest is one error.
  if (builder.top().isForeign || (builder.frames.length === 1 && state === State.after)) return true;
  const isFirst = state === State.first || (state === State.colon && builder.isInFirstMember());
  if (isSign && isFirst && builder.frames.length > 1) builder.beginForeign();
  return false;
}
