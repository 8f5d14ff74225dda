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

it('details list the errors of the service one by one, and say how many are left out', () => {
  const errors = ['body.split: Wrong', 'body.trajectory_groups.0: x\u202e'];
  const rejected = entryWith(
    { status: 'rejected', httpStatus: 422, message: 'm', problemCount: 5, errors },
    { documentUri: entry.documentUri },
  );
  const { text, documents } = detailsText(rejected, nameOf);
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.startsWith('Errors:'));
  expect(lines.slice(at, at + 4).map((line) => line.replace(/^(?:Errors:)? +/, ''))).toEqual([
    'body.split: Wrong',
    'body.trajectory_groups.0: x\\u{202e}',
    'and 3 more',
    expect.stringMatching(/^Operation:/),
  ]);
  expect(documents.map(({ line, from, to }) => lines[line]?.slice(from, to))).toEqual(['a.trajectory.json']);
});

it('the ranges of documents are those of their names', () => {
  const { text, documents } = detailsText(entry, nameOf);
  const lines = text.split('\n');
  expect(documents.map(({ uri, line, from, to }) => [uri, lines[line]?.slice(from, to)])).toEqual([
    [entry.documentUri, 'a.trajectory.json'],
    [entry.configUri, 'b\\u{202e}.training-config.json'],
  ]);
});
