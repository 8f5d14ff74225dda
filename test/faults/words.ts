import { expect } from 'vitest';
import type { Outcome } from '../../client/submit/outcome';
import { inertText } from '../../client/submit/plainText';
import type { SubmitResult } from '../../client/submit/submit';
import { messageOf, wordingOf } from '../../client/submit/wording';
import { canary } from '../submit/submissions';

/** What the status bar says for each outcome, and what the message has to make clear. */
const words: Record<Outcome['status'], { readonly label: RegExp; readonly message: RegExp }> = {
  accepted: { label: /^Job [0-9a-f]{8}$/, message: /Training job [0-9a-f-]{36} was created/ },
  logged: { label: /^Logged$/, message: /were logged/ },
  rejected: { label: /^Rejected$/, message: /./ },
  failed: { label: /^Not Sent$/, message: /./ },
  unknown: { label: /^Outcome Unknown$/, message: /may or may not have taken effect/ },
  cancelled: { label: /^Cancelled$/, message: /Nothing was sent/ },
};

/** Checks what the user reads: the status bar says what the outcome says, and nothing in it is live or secret. */
export function expectWords({ outcome, entry }: SubmitResult): void {
  const { label, details } = wordingOf(entry);
  const message = inertText(messageOf(outcome), 900);
  expect(label).toMatch(words[outcome.status].label);
  expect(message).toMatch(words[outcome.status].message);
  const shown = [label, message, ...details.map((line) => inertText(line, 600))].join('\n');
  expect(shown).not.toMatch(/\]\(|\$\(/);
  expect(shown).not.toContain(canary);
  // Apart from the breaks between the lines there is no control character.
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
}
