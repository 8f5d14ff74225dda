import { childAt } from '../../syntax/nodes/children';
import { childWithKey } from '../../syntax/nodes/named';
import type { Node } from '../../syntax/nodes/node';
import type { PathSegment } from '../../syntax/nodes/path';
import { Kind } from '../../syntax/tree/nodeKind';
import { wholePairs } from '../../text/pairs';
import type { Range } from '../../text/range';
import { sliceText, type Text, textOf } from '../../text/text';
import type { Work } from '../../work';
import { decodedLength, decodedSlice } from '../reading/strings';
import { type Value, valueOfNode } from '../reading/values';
import { formatJsonSlice, type TextSlice } from './formatJsonSlice';

/** A string's value; the source text of a value; or a value laid out over lines, also JSON in a string. */
export type TextForm = 'decoded' | 'raw' | 'laid-out';

/** The beginning of a text, as first shown. */
export interface CutText {
  readonly text: string;
  /** Offset in that form of the value. */
  readonly from: number;
  readonly length: number;
  /** Path from the trajectory. */
  readonly path: readonly PathSegment[];
  readonly form: TextForm;
}

/** Approximate maximum of UTF-16 code units shown at first. */
export const maxShownLength = 2000;
/** Longer values are not laid out, because that requires reading all of the value. */
const maxFormattedLength = 200_000;

/**
 * The form to show a value in: a string decoded, or laid out if it contains JSON; other values laid out unless too
 * long.
 */
export function* formOf(text: Text, value: Value, mayHoldJson = false): Work<TextForm> {
  if (value.kind === Kind.string)
    return mayHoldJson && (yield* jsonIn(text, value)) !== null ? 'laid-out' : 'decoded';
  return value.to - value.from > maxFormattedLength ? 'raw' : 'laid-out';
}

/** The beginning of a value, or of a range of it, in a form. */
export function* cutText(
  text: Text,
  value: Value,
  { path, form, within }: Pick<CutText, 'path' | 'form'> & { readonly within?: Range },
): Work<CutText> {
  const from = within?.from ?? 0;
  const end = from + maxShownLength;
  const to = within === undefined ? end : Math.min(end, within.to);
  const made = yield* textSlice(text, value, { form, from, to });
  return {
    text: made.text,
    from,
    length: Math.min(made.length, within?.to ?? made.length) - from,
    path,
    form,
  };
}

/** A slice of a value in a form, and the total length. Never splits a surrogate pair at the end. */
export function* textSlice(
  text: Text,
  value: Value,
  { form, from, to }: Range & { readonly form: TextForm },
): Work<TextSlice> {
  const made = yield* rawTextSlice(text, value, { form, from, to });
  const isEnd = from + made.text.length >= made.length;
  return isEnd ? made : { text: wholePairs(made.text), length: made.length };
}

function* rawTextSlice(
  text: Text,
  value: Value,
  { form, from, to }: Range & { readonly form: TextForm },
): Work<TextSlice> {
  const length = value.to - value.from;
  if (form === 'raw')
    return { text: sliceText(text, value.from + from, value.from + Math.min(to, length)), length };
  if (value.kind !== Kind.string) return yield* formatJsonSlice(text, value, { from, to });
  const inside = form === 'laid-out' ? yield* jsonIn(text, value) : null;
  if (inside === null) return yield* decodedSlice(text, value, { from, to });
  return yield* formatJsonSlice(inside, { from: 0, to: inside.length }, { from, to });
}

/**
 * The object or array in a string, as a text with readable letters; null for any other string, and for a very long one.
 */
export function* jsonIn(text: Text, value: Value): Work<Text | null> {
  // A decoded code unit takes at most six in the token, so a longer token is too long in any case.
  if (value.to - value.from > 6 * maxFormattedLength || decodedLength(text, value) > maxFormattedLength)
    return null;
  const decoded = (yield* decodedSlice(text, value, { from: 0, to: maxFormattedLength })).text;
  if (!/^\s*[[{]/.test(decoded)) return null;
  try {
    JSON.parse(decoded);
    return textOf(withLetters(decoded));
  } catch {
    // There is no other way to check.
    return null;
  }
}

/** An escape of JSON: of a code point above U+FFFF, of any other one, or with a single character. */
const escaped = /\\(?:u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|[^u])/gi;

/** What JSON escapes, and signs that cannot be seen. */
const hidden = /["\\\p{Default_Ignorable_Code_Point}\u2800]/u;

/** JSON with letters and other signs in place of their escapes, as Python's `json.dumps` writes all but ASCII. */
function withLetters(json: string): string {
  return json.replace(escaped, (spelled, high?: string, low?: string, one?: string) => {
    const units = [high, low, one].flatMap((hex) => (hex === undefined ? [] : [Number.parseInt(hex, 16)]));
    const character = String.fromCharCode(...units);
    // A quotation mark stays escaped, and so does what cannot be seen.
    return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u3000]$/u.test(character) && !hidden.test(character)
      ? character
      : spelled;
  });
}

/** The value at a path; null if there is none. */
export function valueAtPath(text: Text, start: Node, path: readonly PathSegment[]): Value | null {
  let node: Node | null = start;
  for (const segment of path) {
    if (typeof segment === 'number') node = node.kind === Kind.array ? childAt(node, segment) : null;
    else node = childWithKey(text, node, segment);
    if (node === null) return null;
  }
  return valueOfNode(node);
}
