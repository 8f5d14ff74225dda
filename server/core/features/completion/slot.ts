import type { Document } from '../../document';
import { childAt } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Token } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import { positionAt, sliceText } from '../../text/text';
import type { Work } from '../../work';
import { containerAt, lastBefore, type TokenAt, tokenBehind } from '../cursorContext';
import { type Read, readBefore, type Situation } from './tokens';

/**
 * What may be written at an offset, and what is around it. Derived from adjacent tokens, because the tree is a guess
 * while the user types. The range is that of the token that the offset is in or touches; otherwise it is empty.
 */
export interface Slot extends Range {
  /** A property name, a property value, or a value without a name. */
  readonly role: 'name' | 'value' | 'item';
  /** The object (for `name` and `value`), or the array or root (for `item`). */
  readonly container: Node;
  /** The property of a `value`; the current text of a `name`; null for an item. */
  readonly name: string | null;
  /** The quote typed before the offset. */
  readonly quote: '"' | "'" | '';
  /** What follows: for a name, its colon, or its value without a colon; the next member; or neither. */
  readonly follows: 'colon' | 'value' | 'member' | 'end';
  /** Offset of a missing comma after the previous member; -1 if none is missing. */
  readonly commaBefore: number;
}

/**
 * The slot at an offset; null in a comment, where nothing may be written, and in a string with a raw line break: a
 * completion replaces text of one line (LSP, CompletionItem).
 */
export function* slotAt(document: Document, offset: number): Work<Slot | null> {
  const container = yield* containerAt(document, offset);
  const situation: Situation = { container, index: lastBefore(container, offset), offset };
  const read = yield* readBefore(document, situation);
  if (read === null) return null;
  const slot =
    container.kind === Kind.object ? inObject(document, situation, read) : inArray(document, situation, read);
  return slot !== null && isOneLine(document, slot.from, slot.to) ? slot : null;
}

function inObject(document: Document, situation: Situation, read: Read): Slot | null {
  const { container, offset } = situation;
  const { state, token, lastTo, key } = read;
  const next = tokenBehind(document, token?.to ?? offset);
  const isNextColon = next.type === Token.colon;
  if (state === 'colon') return null;
  // A string in value position with a colon after it is the next name: the value is missing.
  if (state === 'value' && !(token?.type === Token.string && isNextColon)) {
    return valueSlot(document, situation, { token, next, key });
  }
  return {
    role: 'name',
    container,
    name: token === null ? null : nameOf(document, token),
    ...extent(document, token, offset),
    follows: isNextColon ? 'colon' : followsName(document, { token, next, offset }),
    commaBefore: state === 'after' ? lastTo : -1,
  };
}

function followsName(
  document: Document,
  { token, next, offset }: { token: TokenAt | null; next: TokenAt; offset: number },
): Slot['follows'] {
  if (!isValueStart(next)) return 'end';
  if (isName(document, next)) return 'member';
  const isString = next.type === Token.string;
  // Before anything is typed, a string may be the next name.
  if (isOneLine(document, token?.to ?? offset, next.from))
    return token === null && isString ? 'member' : 'value';
  // Text on a line of its own is not the value of the name being typed.
  return isString || next.type === Token.word ? 'member' : 'end';
}

function isOneLine({ text }: Document, from: number, to: number): boolean {
  return positionAt(text, from).line === positionAt(text, to).line;
}

function valueSlot(
  document: Document,
  { container, offset }: Situation,
  { token, next, key }: { token: TokenAt | null; next: TokenAt; key: TokenAt | null },
): Slot | null {
  const name = key === null ? null : nameOf(document, key);
  const slot = { role: 'value', container, name, commaBefore: -1 } as const;
  const own = extent(document, token, offset);
  const isSecond = isValueStart(next) && !isName(document, next);
  const isReplaced = isSecond && isReplaceable(document, own, next);
  // An existing value that cannot be replaced is left alone.
  if (token === null && isSecond && !isReplaced) return null;
  const last = isReplaced ? next : own;
  const behind = isReplaced ? tokenBehind(document, next.to) : next;
  return { ...slot, ...own, to: last.to, follows: isValueStart(behind) ? 'member' : 'end' };
}

/**
 * Whether text typed before a value replaces it: directly before it, or on its line without a quote. A string apart
 * from the value was there before.
 */
function isReplaceable(document: Document, typed: Pick<Slot, 'to' | 'quote'>, value: TokenAt): boolean {
  if (value.type === Token.openObject || value.type === Token.openArray) return false;
  return typed.to === value.from || (typed.quote === '' && isOneLine(document, typed.to, value.from));
}

function inArray(document: Document, situation: Situation, read: Read): Slot | null {
  const { container, offset } = situation;
  const { state, token, lastTo } = read;
  const isArray = container.kind === Kind.array;
  if (!isArray && state === 'after') return null;
  const next = tokenBehind(document, token?.to ?? offset);
  // A document has one value, and so has a line of JSON Lines.
  if (!isArray && (isValueStart(next) || hasOtherValue(document, situation, token))) return null;
  return {
    role: 'item',
    container,
    name: null,
    ...extent(document, token, offset),
    follows: isValueStart(next) ? 'member' : 'end',
    commaBefore: isArray && state === 'after' ? lastTo : -1,
  };
}

/** Whether a root, or a line of JSON Lines, has a value besides the one that is being typed. */
function hasOtherValue(
  document: Document,
  { container, index, offset }: Situation,
  token: TokenAt | null,
): boolean {
  const last = childAt(container, index);
  const isTyped = last !== null && token !== null && last.from >= token.from;
  const before = isTyped ? childAt(container, index - 1) : last;
  // Behind stray brackets, it is not the next token.
  const behind = childAt(container, index + 1);
  const isBeside = (from: number, to: number): boolean =>
    container.kind !== Kind.lines || isOneLine(document, from, to);
  return (
    (before !== null && isBeside(before.to, offset)) || (behind !== null && isBeside(offset, behind.from))
  );
}

function extent(
  document: Document,
  token: TokenAt | null,
  offset: number,
): Pick<Slot, 'from' | 'to' | 'quote'> {
  if (token === null) return { from: offset, to: offset, quote: '' };
  const first = sliceText(document.text, token.from, token.from + 1);
  return { from: token.from, to: token.to, quote: first === '"' || first === "'" ? first : '' };
}

function nameOf({ text }: Document, token: TokenAt): string {
  return keyName(text, token);
}

/** Whether a token is a property name: a string or word followed by a colon. */
function isName(document: Document, token: TokenAt): boolean {
  if (token.type !== Token.string && token.type !== Token.word) return false;
  return tokenBehind(document, token.to).type === Token.colon;
}

function isValueStart({ type }: TokenAt): boolean {
  return (
    type === Token.openObject || type === Token.openArray || (type >= Token.string && type <= Token.word)
  );
}
