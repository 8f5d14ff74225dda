import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { byteSize, countOf } from '../../../send/format/counts';
import { boundedText, inertText } from '../../../send/format/plainText';
import { curlCommand } from '../../../send/journal/curl';
import type { HistoryEntry } from '../../../send/journal/history';
import { factsOf, localTime, wordingOf } from '../../../send/journal/wording';
import { tokenProblem } from '../../../send/request/token';
import { canary, entryWith } from '../submissions';

const accepted = {
  status: 'accepted',
  httpStatus: 201,
  jobId: '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c',
} as const;
const entry = entryWith(accepted, {
  endpoint: "https://a.example/it's/v1/preview/training-jobs",
  documentUri: "file:///data/it's%20%24(here)/a.training-job.json",
  trajectories: 2,
  bytes: 45_123_456,
});

describe('text from outside', () => {
  it.each([
    ['a link to a command', '[x](command:workbench.action.quit)', /\]\(/],
    ['an icon', '$(sync~spin) done', /\$\(/],
    ['an escape sequence of a terminal', 'a\u001b[31mred', /\u001b/],
    ['a right-to-left override', 'abc\u202Etxt.exe', /\u202e/],
    ['an isolate', 'a\u2066b\u2069', /[\u2066\u2069]/],
    ['a filler', 'a\u3164b', /\u3164/],
    ['zero-width characters', 'a\u200bb\ufeff', /[\u200b\ufeff]/],
    ['line separators', 'a\u2028b\u2029c\nd\re', /[\u2028\u2029\n\r]/],
    ['half a character', 'a\ud800b', /\p{Cs}/u],
    ['a null character', 'a\u0000b', /\u0000/],
  ])('is shown without %s', (_, text, live) => {
    expect(inertText(text, 500)).not.toMatch(live);
    expect(inertText(text, 500).length).toBeGreaterThan(0);
  });

  it('keeps characters that can be shown', () => {
    expect(inertText('Träge  Masse\t<b>8</b> 😀', 500)).toBe('Träge Masse <b>8</b> 😀');
    expect(boundedText('\u001b[2J', 500)).toBe('\\u{1b}[2J');
    expect(boundedText('one\r\ntwo', 500)).toBe('one\\r\\ntwo');
  });

  it('is cut at the limit, even if it is a megabyte long', () => {
    expect(boundedText('x'.repeat(1_000_000), 500)).toBe(`${'x'.repeat(500)}…`);
    expect(boundedText('\u0000'.repeat(1000), 500).length).toBe(501);
    expect(boundedText('x'.repeat(500), 500)).toBe('x'.repeat(500));
  });
});

describe('a token', () => {
  it.each([
    ['', /Enter/],
    ['a\nb', /line break/],
    ['a\r', /line break/],
    ['a\u0000b', /control/],
    ['a\u007fb', /control/],
    ['a\u2028b', /line break/],
    [' a', /space/],
    ['a b', /space/],
    ['schlüssel', /header/],
    ['a\u200bb', /header/],
    ['a'.repeat(16_385), /longer than 16,384 characters/],
  ])('%.40j is rejected with a reason', (token, reason) => {
    expect(tokenProblem(token)).toMatch(reason);
  });

  it.each(['abc', 'eyJ0.eyJz.-_~+/=', '!"#$%', 'a'.repeat(16_384)])(
    '%.40j fits into a header as it is',
    (token) => {
      expect(tokenProblem(token)).toBeNull();
    },
  );
});

describe('the command line of a request', () => {
  it('is a single request in a shell, whatever the names contain', () => {
    const script = `curl() { printf '%s\\n' "$@"; }; TOKEN=${canary}; ${curlCommand(entry).command}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    expect(words).toEqual([
      '--globoff',
      '--request',
      'POST',
      '--header',
      `Authorization: Bearer ${canary}`,
      '--header',
      'Content-Type: application/json',
      '--data-binary',
      "@/data/it's $(here)/a.training-job.json",
      entry.endpoint,
    ]);
  });

  it('names a Windows file by its Windows path', () => {
    const documentUri = 'file:///c%3A/data/a.training-job.json';
    expect(curlCommand({ ...entry, documentUri }).command).toContain("'@c:/data/a.training-job.json'");
  });

  it.each([
    ['was assembled from pieces', { verbatim: false }],
    ['has no file', { documentUri: 'untitled:Untitled-1' }],
    ['has a control character in its name', { documentUri: 'file:///a%0Ab.json' }],
    ['has a broken name', { documentUri: 'file:///%ff.json' }],
  ])('names a file to create when the body %s', (_, about) => {
    const { command, needsBody } = curlCommand({ ...entry, ...about });
    expect(command).toContain("--data-binary '@body.json'");
    expect(needsBody).toBe(true);
  });
});

describe('the wording for a request', () => {
  const outcomes: readonly [HistoryEntry['outcome'], string][] = [
    [{ status: 'sending' }, 'Creating Job…'],
    [accepted, 'Job 3f2a1b9c'],
    [{ status: 'logged', httpStatus: 200 }, 'Logged'],
    [{ status: 'rejected', httpStatus: 422, message: 'm', problemCount: 1 }, 'Rejected'],
    [{ status: 'failed', reason: 'refused', message: 'm' }, 'Not Sent'],
    [{ status: 'unknown', reason: 'interrupted', message: 'm' }, 'Outcome Unknown'],
    [{ status: 'cancelled' }, 'Cancelled'],
  ];
  it.each(outcomes)('with the outcome %j is %s', (outcome, label) => {
    const wording = wordingOf({ ...entry, outcome });
    expect(wording.label).toBe(label);
    expect(wording.sentence).toMatch(/^[A-Z][^.\n]+\.$/);
  });

  it('has the full job id, the size and the URL in its details', () => {
    const facts = factsOf(entry);
    const details = facts.map(({ value }) => value).join('\n');
    expect(wordingOf(entry).sentence).toBe(`Training job ${accepted.jobId} was created.`);
    expect(details).toContain(localTime(entry.time));
    expect(facts.filter(({ isUri }) => isUri).map(({ value }) => value)).toEqual([entry.documentUri]);
    expect(details).toContain('3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c');
    expect(details).toContain('1 group, 2 trajectories, 45.1 MB');
    expect(details).toContain(entry.endpoint);
  });

  it('uses plurals and readable sizes', () => {
    expect([0, 1, 2, 1234].map((number) => countOf(number, 'trajectory'))).toEqual([
      '0 trajectories',
      '1 trajectory',
      '2 trajectories',
      '1,234 trajectories',
    ]);
    const sizes = [1, 999, 1500, 3_848_056, 3_000_000_000];
    expect(sizes.map(byteSize)).toEqual(['1 byte', '999 bytes', '1.5 KB', '3.8 MB', '3.0 GB']);
  });
});
