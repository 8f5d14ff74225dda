import { Flag } from '../syntax/tokens/token';
import { Kind } from '../syntax/tree/nodeKind';
import type { ValueRule } from './rule';

/** A number that a parser with 64-bit floating point numbers would change (RFC 8259 §6). */
export const unsafeNumber: ValueRule = {
  of: 'value',
  kinds: [Kind.number],
  flags: Flag.extreme,
  appliesTo: () => true,
  check(subject, report) {
    const { from, to } = subject;
    const text = subject.text(from, to);
    if (survives(text)) return;
    report({ code: 'unsafe-number', severity: 'warning', from, to, message: () => messageOf(text) });
  },
};

function messageOf(text: string): string {
  const value = Number(text);
  const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
  return Number.isFinite(value)
    ? `${shown} has more digits than a 64-bit floating point number keeps; most JSON parsers make it ${BigInt(value)}.`
    : `${shown} is too large for a 64-bit floating point number; most JSON parsers make it infinite.`;
}

/** Whether a 64-bit floating point number keeps a number, or nearly so if it has a fraction. */
export function survives(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  // An integer with thousands of digits needs no exact comparison: it is not finite as a number.
  return !/^-?\d+$/.test(text) || BigInt(text) === BigInt(value);
}
