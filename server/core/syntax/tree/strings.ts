import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import { foreignString } from '../tokens/ends/stringParts';
import { Flag } from '../tokens/token';
import { Kind } from './nodeKind';

/** The texts of names and strings. */

interface Token extends Range {
  readonly flags: number;
}

/** The name of a key, however long it is. */
export function wholeName(text: Text, { from, to, flags }: Token): string {
  return decodeString(sliceText(text, from, to), flags);
}

/** Code units of a name that are read: nothing with a meaning is longer, but a name may take all of a text. */
export const maxNameLength = 10_000;

/** The name of a key. Of one longer than `maxNameLength`, its first characters as spelled. */
export function keyName(text: Text, { from, to, flags }: Token): string {
  if (to - from > maxNameLength) return sliceText(text, from + 1, from + maxNameLength);
  return decodeString(sliceText(text, from, to), flags);
}

/** The value of a string token; for a broken one its characters, for a word without quotes the word. */
export function decodeString(token: string, flags: number): string {
  if ((flags & (Flag.escapes | Flag.broken)) === Flag.escapes) return String(JSON.parse(token));
  const foreign = (flags & Flag.unquoted) !== 0 ? foreignString(token) : null;
  if (foreign !== null) return foreign.content;
  const quote = token[0]!;
  // Another quote may stand in place of the first one.
  if (quote !== '"' && token.length > 1 && token.endsWith('"'))
    return token.slice(/['‘’“”„«»`´]/.test(quote) ? 1 : 0, -1);
  if (quote !== '"' && quote !== "'") return token;
  return token.slice(1, token.length > 1 && token.endsWith(quote) ? -1 : undefined);
}

/** The decoded value of a string node; null for any other node, and for a string that is broken. */
export function stringValue(text: Text, node: Token & { readonly kind: Kind }): string | null {
  if (node.kind !== Kind.string || (node.flags & Flag.broken) !== 0) return null;
  return decodeString(sliceText(text, node.from, node.to), node.flags);
}

/** Like `stringValue`, for a node that stands for a name, a role or an id: a long one is read as `keyName` reads it. */
export function nameValue(text: Text, node: Token & { readonly kind: Kind }): string | null {
  return node.kind !== Kind.string || (node.flags & Flag.broken) !== 0 ? null : keyName(text, node);
}
