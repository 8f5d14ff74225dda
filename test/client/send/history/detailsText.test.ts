import { expect, it } from 'vitest';
import { detailsText } from '../../../../client/send/history/detailsText';
import { entryWith } from '../../../send/submissions';

const entry = entryWith(
  {
    status: 'unknown',
    reason: 'server-error',
    message: 'm',
    httpStatus: 500,
    answer: '[x](command:y)\u202e\n',
  },
  { documentUri: 'file:///data/a.trajectory.json', configUri: 'file:///data/b\u202e.training-config.json' },
);
const nameOf = (uri: string) => uri.replace('file:///data/', '');

it('details of a request are lines of plain text, one per fact', () => {
  const { text } = detailsText(entry, nameOf);
  const lines = text.trimEnd().split('\n');
  expect(lines.every((line) => /^[A-Z][\w -]*: +\S/.test(line))).toBe(true);
  expect(text).toContain('m Status 500. The request may or may not have taken effect.');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it('the ranges of documents are those of their names', () => {
  const { text, documents } = detailsText(entry, nameOf);
  const lines = text.split('\n');
  expect(documents.map(({ uri, line, from, to }) => [uri, lines[line]?.slice(from, to)])).toEqual([
    [entry.documentUri, 'a.trajectory.json'],
    [entry.configUri, 'b\\u{202e}.training-config.json'],
  ]);
});
