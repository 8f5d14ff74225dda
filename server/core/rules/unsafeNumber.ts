import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** A longer number surely loses digits. It may have megabytes, so it is not read. */
const maxLength = 10_000;

/** A number that a parser with 64-bit floating point numbers would change (RFC 8259 §6). */
export const unsafeNumber: ValueRule = {
  of: 'value',
  kinds: [Kind.number],
  flags: Flag.extreme,
  // Of another type, it is an error already.
  appliesTo: ({ type }) => type === null || type === 'number',
  check(subject, report) {
    const { from, to } = subject;
    const length = to - from;
    const text = length > maxLength ? null : subject.text(from, to);
    if (text !== null && survives(text)) return;
    const message = (): string => (text === null ? messageOfLong(length) : messageOf(text));
    report({ code: 'unsafe-number', severity: 'warning', from, to, message });
  },
};

function messageOf(text: string): string {
  const value = Number(text);
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return Number.isFinite(value)
    ? `${shown} has more digits than a 64-bit floating point number keeps; most JSON parsers make it ${BigInt(value)}.`
    : `${shown} is too large for a 64-bit floating point number; most JSON parsers make it infinite.`;
}

function messageOfLong(length: number): string {
  return `This number has ${length.toLocaleString('en')} characters; a 64-bit floating point number keeps 17 digits.`;
}

/** Whether a 64-bit floating point number keeps a number, or nearly so if it has a fraction. */
export function survives(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  // An integer with thousands of digits needs no exact comparison: it is not finite as a number.
  return !/^-?\d+$/.test(text) || BigInt(text) === BigInt(value);
}
