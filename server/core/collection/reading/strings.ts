import { Flag } from '../../syntax/tokens/token';
import { contentRange } from '../../syntax/tree/contentRange';
import { Kind } from '../../syntax/tree/nodeKind';
import { backslash, letterU } from '../../text/characters';
import { stringOfUnits } from '../../text/chunks';
import { hexOf, shortEscapes } from '../../text/escapes';
import { wholePairs } from '../../text/pairs';
import type { Range } from '../../text/range';
import { charAt, chunkAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import type { Value } from './values';

/** Maximum length of a string shown as a name. */
export const maxNameLength = 200;
/** No meaningful number is longer. */
export const maxNumberLength = 400;

/**
 * A slice of a string's value, and the length of the whole value. Unlike in JSON, an invalid escape stands for itself,
 * so a string can be read while it is being typed. Offsets are decoded UTF-16 code units.
 */
export function* decodedSlice(
  text: Text,
  string: Value,
  { from, to }: Range,
): Work<{ readonly text: string; readonly length: number }> {
  const content = contentRange(text, string);
  if ((string.flags & Flag.escapes) === 0) {
    const length = content.to - content.from;
    const end = content.from + Math.min(to, length);
    return { text: sliceText(text, content.from + from, end), length };
  }
  let found = '';
  let length = 0;
  let at = content.from;
  for (let chunk = -1; at < content.to && length < to; ) {
    const { units, start } = chunkOf(text, at);
    if (start !== chunk && chunk !== -1) yield;
    chunk = start;
    const end = Math.min(units.length, content.to - start);
    let i = at - start;
    const first = i;
    while (i < end && units[i] !== backslash) i++;
    const [a, b] = [Math.max(first, first + from - length), Math.min(i, first + to - length)];
    if (a < b) found += stringOfUnits(units, a, b);
    length += i - first;
    at = start + i;
    if (i === end) continue;
    const spelled = escapeAt(text, at, content.to);
    if (length >= from && length < to) found += spelled.unit;
    length++;
    at += spelled.length;
  }
  return { text: found, length: length + (yield* lengthInSteps(text, { from: at, to: content.to })) };
}

/** Code units whose escapes are counted between two yields. */
const countedAtOnce = 1_000_000;

function* lengthInSteps(text: Text, { from, to }: Range): Work<number> {
  let length = 0;
  for (let at = from; at < to; ) {
    const counted = countDecoded(text, at, { stop: at + countedAtOnce, to });
    length += counted.length;
    at = counted.at;
    yield;
  }
  return length;
}

/** UTF-16 code units of a string's value. */
export function decodedLength(text: Text, string: Value): number {
  const { from, to } = contentRange(text, string);
  return (string.flags & Flag.escapes) === 0 ? to - from : countDecoded(text, from, { stop: to, to }).length;
}

/** Decoded code units of a string's content up to `to` from an offset, and where counting ended: at `stop` or soon after. */
function countDecoded(
  text: Text,
  from: number,
  { stop, to }: { readonly stop: number; readonly to: number },
): { readonly length: number; readonly at: number } {
  let length = 0;
  let at = from;
  while (at < Math.min(stop, to)) {
    const { units, start } = chunkOf(text, at);
    const end = Math.min(units.length, to - start);
    const first = at - start;
    let i = first;
    while (i < end) {
      if (units[i] !== backslash) i++;
      else {
        // Fast path within this chunk; the rest is handled below.
        const spelled = i + 5 < end ? spelledWith(units, i) : 0;
        if (spelled === 0) break;
        length -= spelled - 1;
        i += spelled;
      }
    }
    length += i - first;
    at = start + i;
    if (i === end) continue;
    length++;
    at += escapeAt(text, at, to).length;
  }
  return { length, at };
}

/** The value of a string, cut to the length of a name; null for another value. */
export function nameIn(text: Text, value: Value | null, limit = maxNameLength): string | null {
  if (value?.kind !== Kind.string) return null;
  const { from, to } = contentRange(text, value);
  if ((value.flags & Flag.escapes) === 0)
    return to - from <= limit
      ? sliceText(text, from, to)
      : `${wholePairs(sliceText(text, from, from + limit))}…`;
  let name = '';
  for (let at = from; at < to; ) {
    if (name.length > limit) return `${wholePairs(name.slice(0, limit))}…`;
    const spelled = escapeAt(text, at, to);
    name += spelled.unit;
    at += spelled.length;
  }
  return name;
}

/** The value of a number; NaN for another value and for a number that is not finite. */
export function numberIn(text: Text, value: Pick<Value, 'kind' | keyof Range> | null): number {
  if (value?.kind !== Kind.number || value.to - value.from > maxNumberLength) return Number.NaN;
  const number = Number(sliceText(text, value.from, value.to));
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Length of an escape in code units; 0 if it is not a valid escape. */
function spelledWith(units: Uint16Array, at: number): number {
  const letter = units[at + 1]!;
  if (letter !== letterU) return shortEscapes.has(letter) ? 2 : 0;
  for (let i = at + 2; i < at + 6; i++) if (hexOf(units[i]!) < 0) return 0;
  return 6;
}

/** The code unit at an offset inside a string, and the length of its spelling. */
function escapeAt(text: Text, at: number, end: number): { readonly unit: string; readonly length: number } {
  const unit = charAt(text, at);
  const itself = { unit: String.fromCharCode(unit), length: 1 };
  if (unit !== backslash || at + 1 >= end) return itself;
  const next = charAt(text, at + 1);
  if (next === letterU) {
    const digits = sliceText(text, at + 2, Math.min(at + 6, end));
    if (!/^[\da-f]{4}$/i.test(digits)) return itself;
    return { unit: String.fromCharCode(Number.parseInt(digits, 16)), length: 6 };
  }
  const meant = shortEscapes.get(next);
  return meant === undefined ? itself : { unit: String.fromCharCode(meant), length: 2 };
}

/** The chunk that contains an offset, and its start. */
function chunkOf(text: Text, at: number): { readonly units: Uint16Array; readonly start: number } {
  const index = chunkAt(text, at);
  return { units: text.chunks[index]!.units, start: text.starts[index]! };
}
