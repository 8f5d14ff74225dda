import { expect } from 'vitest';
import { inertText } from '../../send/format/plainText';
import { factsOf, messageOf, wordingOf } from '../../send/journal/wording';
import type { Outcome } from '../../send/outcome';
import type { SubmitResult } from '../../send/submit';
import { canary } from '../send/submissions';

/** The status bar text of each outcome. */
const labels: Record<Outcome['status'], RegExp> = {
  accepted: /^Job [0-9a-f]{8}$/,
  logged: /^Logged$/,
  rejected: /^Rejected$/,
  failed: /^Not Sent$/,
  unknown: /^Outcome Unknown$/,
  cancelled: /^Cancelled$/,
};

const doubt = /The request may or may not have taken effect\.|Most likely that part has had no effect/;

/**
 * Checks the visible texts: the status bar matches the outcome; the message contains `says`, and `doubt` exactly if
 * the outcome is unknown; nothing in them is active or secret.
 */
export function expectWords({ outcome, entry }: Pick<SubmitResult, 'outcome' | 'entry'>, says: string): void {
  const { label, sentence } = wordingOf(entry);
  const facts = factsOf(entry).map(({ value }) => inertText(value, 600));
  const message = inertText(messageOf(outcome), 900);
  expect(label).toMatch(labels[outcome.status]);
  expect(message).toContain(says);
  expect(doubt.test(message)).toBe(outcome.status === 'unknown');
  const shown = [label, sentence, message, ...facts].join('\n');
  expect(shown).not.toMatch(/\]\(|\$\(/);
  expect(shown).not.toContain(canary);
  // No control characters except line breaks.
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
}
