import { expect } from 'vitest';
import { inertText } from '../../send/format/plainText';
import { factsOf, messageOf, wordingOf } from '../../send/journal/wording';
import type { Outcome } from '../../send/outcome';
import type { SubmitResult } from '../../send/submit';
import { canary } from '../send/submissions';

/** What the status bar says for each outcome. */
const labels: Record<Outcome['status'], RegExp> = {
  accepted: /^Job [0-9a-f]{8}$/,
  logged: /^Logged$/,
  rejected: /^Rejected$/,
  failed: /^Not Sent$/,
  unknown: /^Outcome Unknown$/,
  cancelled: /^Cancelled$/,
};

const doubt = 'The request may or may not have taken effect.';

/**
 * Checks what the user reads: the status bar says what the outcome says, the message says it in these words and
 * leaves no doubt, or all of it, and nothing in them is live or secret.
 */
export function expectWords({ outcome, entry }: Pick<SubmitResult, 'outcome' | 'entry'>, says: string): void {
  const { label, sentence } = wordingOf(entry);
  const facts = factsOf(entry).map(({ value }) => inertText(value, 600));
  const message = inertText(messageOf(outcome), 900);
  expect(label).toMatch(labels[outcome.status]);
  expect(message).toContain(says);
  expect(message.includes(doubt)).toBe(outcome.status === 'unknown');
  const shown = [label, sentence, message, ...facts].join('\n');
  expect(shown).not.toMatch(/\]\(|\$\(/);
  expect(shown).not.toContain(canary);
  // Apart from the breaks between the lines there is no control character.
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
}
