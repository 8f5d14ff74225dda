import type { ParsedText } from '../../document';
import { SyntaxErrorKind } from '../../syntax/syntaxErrors';
import { maxCommentLookahead } from '../../syntax/tokens/blanks';
import { maxLookahead } from '../../syntax/tokens/ends/endSearch';
import { less, slash, star } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, lineEnd, positionAt, sliceText, type Text } from '../../text/text';
import { syntaxErrorsInOrder } from '../syntaxErrorList';

/** How far the scanner may look, within the line, to resolve a missing quote, and for the end of a comment. */
const quoteReach = maxLookahead + 100;
const commentReach = maxCommentLookahead + 100;

/** Syntax errors whose kind and token end depend on the rest of the line. */
const openEnded: ReadonlySet<number> = new Set([
  SyntaxErrorKind.singleQuotes,
  SyntaxErrorKind.pythonString,
  SyntaxErrorKind.foreignQuotes,
  SyntaxErrorKind.unterminatedString,
  SyntaxErrorKind.unescapedQuote,
  SyntaxErrorKind.missingQuote,
  SyntaxErrorKind.strayQuote,
  SyntaxErrorKind.secondRoot,
  SyntaxErrorKind.unexpectedText,
  SyntaxErrorKind.undefined,
  SyntaxErrorKind.lineBreak,
  SyntaxErrorKind.cutOff,
  SyntaxErrorKind.cutOffLine,
  SyntaxErrorKind.secondInLine,
  SyntaxErrorKind.textBefore,
]);

/**
 * The ranges in which white space may decide what a token is: after a syntax error, the rest of its line. Found lazily
 * on the way through the document, because there can be millions.
 */
export class ProtectedRanges {
  private readonly found: Iterator<Range>;
  private current: Range | null = null;
  private next: Range | null;

  /** The ranges that matter from an offset on. */
  constructor(document: ParsedText, from: number) {
    this.found = protectedRangesFrom(document, from);
    this.next = this.take();
    this.join();
  }

  /** The first range that does not end before an offset; null after the last. Offsets must not decrease. */
  behind(offset: number): Range | null {
    while (this.current !== null && this.current.to <= offset) this.join();
    return this.current;
  }

  /** Moves to the next range, merged with those that overlap it. */
  private join(): void {
    this.current = this.next;
    if (this.current === null) return;
    const { from } = this.current;
    let { to } = this.current;
    for (this.next = this.take(); this.next !== null && this.next.from < to; this.next = this.take())
      to = Math.max(to, this.next.to);
    this.current = { from, to };
  }

  private take(): Range | null {
    const { done, value } = this.found.next();
    return done === true ? null : value;
  }
}

function* protectedRangesFrom({ text, tree }: ParsedText, start: number): Generator<Range> {
  if (tree.root.syntaxErrorCount === 0) return;
  for (const { errorKind, from, to } of syntaxErrorsInOrder(tree)) {
    if (to + quoteReach < start) continue;
    if (openEnded.has(errorKind) || isOpenComment(text, errorKind, { from, to }))
      yield { from, to: reachOf(text, errorKind, to) };
  }
}

/** Whether a syntax error is an unclosed block comment. */
function isOpenComment(text: Text, errorKind: number, { from, to }: Range): boolean {
  if (errorKind !== SyntaxErrorKind.comment) return false;
  if (charAt(text, from) === less) return to - from < 7 || sliceText(text, to - 3, to) !== '-->';
  if (charAt(text, from + 1) !== star) return false;
  return to - from < 4 || charAt(text, to - 2) !== star || charAt(text, to - 1) !== slash;
}

function reachOf(text: Text, errorKind: number, to: number): number {
  // An unclosed comment is one line long only because nothing nearby closes it.
  if (errorKind === SyntaxErrorKind.comment) return Math.min(to + commentReach, text.length);
  const look = Math.min(to + quoteReach, text.length);
  return Math.min(look, Math.max(to, lineEnd(text, positionAt(text, to).line)) + 1);
}
