import { Kind } from '../syntax/nodeKind';
import { Flag } from '../syntax/token';
import type { ValueRule } from './rule';

const escapedPair = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;
const escapedHalf = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/y;
const otherEscape = /\\./sy;
const pair = /[\ud800-\udbff][\udc00-\udfff]/y;
const half = /[\ud800-\udfff]/y;

/** Half of a surrogate pair: it cannot be encoded in UTF-8 (RFC 8259 §8.2), so it is lost on the way. */
export const loneSurrogate: ValueRule = {
  of: 'value',
  kinds: [Kind.string],
  flags: Flag.loneSurrogate,
  appliesTo: () => true,
  check(subject, report) {
    const text = subject.text(subject.from, subject.to);
    const found = findHalf(text);
    if (found === null) return;
    report({
      code: 'lone-surrogate',
      severity: 'warning',
      from: subject.from + found.from,
      to: subject.from + found.to,
      message:
        'This is half of a surrogate pair. It cannot be encoded in UTF-8: a reader refuses it or replaces it.',
    });
  },
};

function findHalf(text: string): { from: number; to: number } | null {
  for (let at = 0; at < text.length; ) {
    const whole = match(escapedPair, text, at) || match(pair, text, at);
    if (whole > 0) at += whole;
    else {
      const lone = match(escapedHalf, text, at) || match(half, text, at);
      if (lone > 0) return { from: at, to: at + lone };
      at += match(otherEscape, text, at) || 1;
    }
  }
  return null;
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
