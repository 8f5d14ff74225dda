import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messagesPage } from '../../scripts/messages.mjs';

/** Made once: it reads the whole source. */
const expected = messagesPage();

it('The page of messages lists every message in the source; update it with `node scripts/messages.mjs`', () => {
  const page = readFileSync(new URL('../../docs/messages.md', import.meta.url), 'utf8');
  expect(page).toBe(expected);
  expect(page).toContain('| missing-property, error | `server/core/rules/missingProperty.ts` |');
  expect(page).not.toContain('|  |');
});

it.each([
  ["'{shown}' is never closed. | syntax, error"],
  ['tool\\_call\\_id is missing: the tool call of this result is unknown. |'],
  ['--data must name a folder. | command line'],
  ['a Parquet file | wrong-file, error or warning'],
  ['must begin with https://. | message'],
  ['Never for Any File | button'],
  ['any tool | view'],
  ['Trajectory: Open Example | command'],
])('It has parts of messages, buttons and commands, such as %s', (row) => {
  expect(expected).toContain(`| ${row}`);
});
