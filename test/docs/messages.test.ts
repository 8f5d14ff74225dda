import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messagesPage } from '../../scripts/messages.mjs';

it('The page of messages lists every message in the source; update it with `node scripts/messages.mjs`', () => {
  const page = readFileSync(new URL('../../docs/messages.md', import.meta.url), 'utf8');
  expect(page).toBe(messagesPage());
  expect(page).toContain('| missing-property, error | `server/core/rules/missingProperty.ts` |');
});
