import { describe, expect, it } from 'vitest';
import { earlierSendLines } from '../../../send/journal/earlierSendLines';
import type { HistoryEntry } from '../../../send/journal/history';
import { localTime } from '../../../send/journal/wording';
import type { Outcome } from '../../../send/outcome';
import { entryWith } from '../submissions';

const accepted = (jobId: string): Outcome => ({ status: 'accepted', httpStatus: 201, jobId });
const unknown: Outcome = { status: 'unknown', reason: 'connection-lost', message: 'm' };

function sendOn(day: number, outcome: Outcome): HistoryEntry {
  return entryWith(outcome, { time: new Date(2026, 10, day, 12).toISOString() });
}

/** As in the details of a request, and in the time to wait for. */
const on = (day: number) => localTime(new Date(2026, 10, day, 12).toISOString());

describe('the list of earlier attempts to send the same request', () => {
  it('is empty when there are none', () => {
    expect(earlierSendLines([])).toEqual([]);
  });

  it('names the job, and a later request that may have arrived', () => {
    expect(earlierSendLines([sendOn(1, accepted('job-x')), sendOn(2, unknown)])).toEqual([
      `The same request was sent on ${on(2)} and may have arrived.`,
      `The same request was accepted on ${on(1)} as job job-x.`,
    ]);
  });

  it('names no job if there is none', () => {
    expect(earlierSendLines([sendOn(1, { status: 'logged', httpStatus: 200 })])).toEqual([
      `The same request was accepted on ${on(1)}.`,
    ]);
  });

  it('names a job rather than later attempts', () => {
    const lines = earlierSendLines([
      sendOn(1, accepted('job-1')),
      ...[2, 3, 4, 5].map((day) => sendOn(day, unknown)),
    ]);
    expect(lines).toEqual([
      `The same request was sent on ${on(5)} and may have arrived.`,
      `The same request was sent on ${on(4)} and may have arrived.`,
      `The same request was accepted on ${on(1)} as job job-1.`,
      '2 more requests besides.',
    ]);
  });

  it('names the latest three, and counts the others', () => {
    const lines = earlierSendLines([1, 2, 3, 4, 5].map((day) => sendOn(day, accepted(`job-${day}`))));
    expect(lines.map((line) => /job-\d/.exec(line)?.[0])).toEqual(['job-5', 'job-4', 'job-3', undefined]);
    expect(lines[3]).toContain('2 more requests');
  });
});
