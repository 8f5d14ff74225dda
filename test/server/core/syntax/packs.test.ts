import { expect, it } from 'vitest';
import { problemsOf } from '../../../../server/core/document';
import { hostileTexts } from '../../../hostile/hostileTexts';
import { open, parts } from '../support';

/**
 * Limit of rows in a pack of 10,000 open containers. A pack is checked without interruption, so more would take too
 * long.
 */
const maxRows = 40_100;
const maxFlatItems = 16_500;

/** Texts whose members follow syntax errors, or are each deeper than the previous one. */
const names = [
  'arrays without commas',
  'brackets crosswise, one a line',
  'brackets and quotes crosswise',
  'colons and words',
  'messages each deeper than the one before',
  'messages without commas, each deeper',
  'messages of which the last string has no end',
  'names that open arrays',
  'strings without commas, in an array',
  'words',
  'brackets in any order',
];

it.each(names)('A pack is short, whatever it contains: %s', (name) => {
  const { make, language } = hostileTexts.find((text) => text.name === name)!;
  const document = open(make(300_000), { language, name: 'a' });
  let rows = 0;
  for (const { part } of parts(document)) {
    if (part.type === 'pack') rows = Math.max(rows, part.rowEnd - part.row);
  }
  expect(rows).toBeLessThan(maxRows);
});

it('A pack of a few levels is shorter', () => {
  const message = '{"contnt":1,"rol":2,"nam":3,"role":"x},\n';
  const document = open(`{"trajectories": [{"messages_and_choices": [${message.repeat(10_000)}]}]}`);
  for (const { part } of parts(document)) {
    if (part.type === 'pack') expect(part.rowEnd - part.row).toBeLessThan(maxFlatItems);
  }
  expect(problemsOf(document, 100_000).filter(({ code }) => code === 'syntax').length).toBeGreaterThan(9_999);
});
