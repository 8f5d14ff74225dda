import type { Document } from '../../document';
import { childAt } from '../../syntax/nodes/children';
import { isContainer, type Node } from '../../syntax/nodes/node';
import { SyntaxErrorKind } from '../../syntax/syntaxErrors';
import { nextInSteps } from '../../syntax/tokens/nextInSteps';
import { Token } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { openBrace, openBracket, slash, star } from '../../text/characters';
import { charAt } from '../../text/text';
import type { Work } from '../../work';
import { maxTokens, scannerAt, type TokenAt } from '../cursorContext';

/** An offset, its container, and the index of the last member that begins before it. */
export interface Situation {
  readonly container: Node;
  readonly index: number;
  readonly offset: number;
}

/** The tokens before an offset, within its container. */
export interface Read {
  /** What is expected there: a member (after a comma), a colon, a value, or a separator. */
  readonly state: 'member' | 'colon' | 'value' | 'after';
  /** The string, number or word that the offset is in or touches; `state` then applies before it. */
  readonly token: TokenAt | null;
  /** End of the last value before the offset, or of a stray bracket after it. */
  readonly lastTo: number;
  /** The last property name before the offset. */
  readonly key: TokenAt | null;
}

/**
 * Reads the tokens from the previous member to the offset; null if the offset is in a comment, or behind more than
 * `maxTokens`.
 */
export function* readBefore(document: Document, situation: Situation): Work<Read | null> {
  const { container, offset } = situation;
  const { at, state } = start(document, situation);
  let read: Read = { state, token: null, lastTo: at, key: null };
  let isInComment = false;
  let isOpenEnded = false;
  let isQuoteTyped = false;
  const scanner = scannerAt(document, at, (errorKind, from, to) => {
    if (errorKind === SyntaxErrorKind.comment)
      isInComment ||= from < offset && offset < commentEnd(document, from, to);
    if (errorKind === SyntaxErrorKind.unterminatedString || errorKind === SyntaxErrorKind.unescapedQuote)
      isOpenEnded = true;
    if (errorKind === SyntaxErrorKind.strayQuote && to === offset) isQuoteTyped = true;
  });
  for (let count = 0; count < maxTokens; count++) {
    yield;
    isOpenEnded = false;
    const type = yield* nextInSteps(scanner);
    if (isInComment) return null;
    // Before a bracket or comma, an opening quote is no token.
    if (isQuoteTyped)
      return { ...read, token: { type: Token.string, from: offset - 1, to: offset, flags: 0 } };
    const token = { type, from: scanner.from, to: scanner.to, flags: scanner.flags };
    if (type === Token.end || token.from >= offset) return read;
    if (isScalar(type) && token.to >= offset) {
      const to = isOpenEnded ? wordEnd(document, offset) : token.to;
      return { ...read, token: { ...token, to } };
    }
    // An opening bracket before the offset would be its container, unless the tree ignores it.
    if (type === Token.openObject || type === Token.openArray) return null;
    read = isScalar(type)
      ? behindScalar(read, token, container)
      : { ...read, state: behind(type, read.state), lastTo: isClosing(type) ? token.to : read.lastTo };
  }
  return null;
}

/** What is expected after a string, number or word. */
function behindScalar(read: Read, token: TokenAt, { kind }: Node): Read {
  const isName = kind === Kind.object && (read.state === 'member' || read.state === 'after');
  if (isName) return { ...read, state: 'colon', lastTo: token.to, key: token };
  return { ...read, state: 'after', lastTo: token.to };
}

/** What is expected after a comma, colon or line break; a stray bracket changes nothing. */
function behind(type: Token, state: Read['state']): Read['state'] {
  if (type === Token.comma || type === Token.newline) return 'member';
  return type === Token.colon ? 'value' : state;
}

function isClosing(type: Token): boolean {
  return type === Token.closeObject || type === Token.closeArray;
}

function isScalar(type: Token): boolean {
  return type >= Token.string && type <= Token.word;
}

/** One past the last offset inside a comment: the end of a line comment is inside it, that of a closed one is not. */
function commentEnd({ text }: Document, from: number, to: number): number {
  return charAt(text, from + 1) === star && charAt(text, to - 1) === slash ? to : to + 1;
}

/** Where to begin reading: after a complete member, so that nothing large is read again. */
function start(
  document: Document,
  { container, index, offset }: Situation,
): { at: number; state: Read['state'] } {
  const last = childAt(container, index);
  if (last !== null && isContainer(last) && last.to <= offset) return { at: last.to, state: 'after' };
  const before = childAt(container, index - 1);
  if (before === null) {
    const first = charAt(document.text, container.from);
    const hasBracket =
      (container.kind === Kind.object && first === openBrace) ||
      (container.kind === Kind.array && first === openBracket);
    return { at: container.from + (hasBracket ? 1 : 0), state: 'member' };
  }
  if (before.kind === Kind.key) return { at: before.key!.from, state: 'member' };
  return { at: before.to, state: 'after' };
}

/** An unclosed string swallows the text after it; only the word at the offset counts. */
function wordEnd({ text }: Document, offset: number): number {
  let at = offset;
  while (/^[\w-]$/.test(String.fromCharCode(charAt(text, at)))) at++;
  return at;
}
