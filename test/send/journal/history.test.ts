import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { competingSend, earlierSends, historyOf, type Liveness } from '../../../send/journal/history';
import { openJournal } from '../../../send/journal/journal';
import { readHistory } from '../../../send/journal/priorSends';
import type { JournalRecord } from '../../../send/journal/records';
import { wordingOf } from '../../../send/journal/wording';
import type { Outcome } from '../../../send/outcome';
import { prepared } from '../submissions';

const uuid = '3f2a1b9c-0d4e-4f6a-8b7c-1d2e3f4a5b6c';
const start = Date.parse(prepared('').time);
/** The process that reads the history. */
const mine = 1;

const sent = (id: string): JournalRecord => ({ state: 'sent', id, time: new Date(start + 1).toISOString() });
const end = (id: string, outcome: Outcome): JournalRecord => ({
  state: outcome.status,
  id,
  time: new Date(start + 2).toISOString(),
  outcome,
});
const accepted: Outcome = { status: 'accepted', httpStatus: 201, jobId: uuid };

function liveness(changes: Partial<Liveness> = {}): Liveness {
  return {
    now: start + 1000,
    mine: new Set(),
    self: { process: mine },
    mayBeRunning: () => false,
    uptimeIn: () => null,
    ...changes,
  };
}

function outcomesOf(records: readonly JournalRecord[], changes: Partial<Liveness> = {}): readonly string[] {
  return historyOf(records, liveness(changes)).map(({ outcome }) =>
    'reason' in outcome ? `${outcome.status} ${outcome.reason}` : outcome.status,
  );
}

describe('the history', () => {
  it('takes the end of a request from its last record', () => {
    const records = [prepared('a'), prepared('b'), sent('a'), end('a', accepted), sent('b')];
    expect(outcomesOf(records)).toEqual(['accepted', 'unknown interrupted']);
  });

  it('reports a request without an end as unknown once a byte may have left, and as not sent before that', () => {
    expect(outcomesOf([prepared('a')])).toEqual(['failed interrupted']);
    expect(outcomesOf([prepared('a'), sent('a')])).toEqual(['unknown interrupted']);
  });

  it('shows a request as under way while its process lives and its time is not over', () => {
    const records = [prepared('a'), sent('a')];
    expect(outcomesOf(records, { mayBeRunning: () => true })).toEqual(['sending']);
    // A process id may be reused by another program.
    expect(outcomesOf(records, { mayBeRunning: () => true, now: start + 60_001 })).toEqual([
      'unknown interrupted',
    ]);
  });

  it('distinguishes the sending process from a later one with the same id, if its start is recorded', () => {
    const [early, late] = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];
    const mayBeRunning: Liveness['mayBeRunning'] = ({ started }) => started === undefined || started === late;
    const outcomes = [early, late].map((started) =>
      outcomesOf([prepared('a', { started })], { mayBeRunning }),
    );
    expect(outcomes).toEqual([['failed interrupted'], ['sending']]);
    expect(outcomesOf([prepared('a')], { mayBeRunning })).toEqual(['sending']);
  });

  it('does not take the requests of an earlier process with the same id for its own', () => {
    const records = [prepared('a', { process: mine }), sent('a')];
    expect(outcomesOf(records, { mayBeRunning: () => true })).toEqual(['unknown interrupted']);
    expect(outcomesOf(records, { mine: new Set(['a']) })).toEqual(['sending']);
  });

  it('does not take the requests of the same process id on another machine for its own', () => {
    const self = { process: mine, host: 'here' };
    const there = [prepared('a', { process: mine, host: 'there' }), sent('a')];
    expect(outcomesOf(there, { self, mayBeRunning: () => true })).toEqual(['sending']);
    const here = [prepared('a', self), sent('a')];
    expect(outcomesOf(here, { self, mayBeRunning: () => true })).toEqual(['unknown interrupted']);
  });

  it('treats an end as final, whatever is written after it', () => {
    const records = [prepared('a'), end('a', { status: 'cancelled' }), sent('a')];
    expect(historyOf(records, liveness())[0]?.outcome).toEqual({ status: 'cancelled' });
  });

  it('finds the end even if the clock has put it before `prepared`', () => {
    const accepted = { status: 'accepted', httpStatus: 201, jobId: uuid } as const;
    const [entry] = historyOf([sent('a'), end('a', accepted), prepared('a')], liveness());
    expect(entry?.outcome).toEqual(accepted);
  });

  it('skips records whose `prepared` record is lost', () => {
    expect(outcomesOf([sent('a'), end('a', accepted)])).toEqual([]);
  });
});

describe('the same request sent a second time', () => {
  const request = { endpoint: 'https://a.example/v1/preview/training-jobs', sha256: 'same' };
  const unknown: Outcome = { status: 'unknown', reason: 'idle-timeout', message: '' };
  const outcomes: readonly [Outcome, boolean][] = [
    [accepted, true],
    [{ status: 'logged', httpStatus: 200 }, true],
    [unknown, true],
    [{ status: 'rejected', httpStatus: 422, message: '', problemCount: 1 }, false],
    [{ status: 'failed', reason: 'refused', message: '' }, false],
    [{ status: 'cancelled' }, false],
  ];
  it.each(outcomes)('after %j asks first: %s', (outcome, asks) => {
    const history = historyOf([prepared('a'), sent('a'), end('a', outcome)], liveness());
    expect(earlierSends(history, request)).toHaveLength(asks ? 1 : 0);
  });

  it('is not one to another URL or with another body', () => {
    const history = historyOf([prepared('a'), end('a', accepted)], liveness());
    expect(earlierSends(history, { ...request, sha256: 'other' })).toEqual([]);
    expect(earlierSends(history, { ...request, endpoint: 'https://b.example/' })).toEqual([]);
  });
});

describe('two requests at once', () => {
  const alive = liveness({ mayBeRunning: () => true });

  it('are ordered by the journal, so that exactly one continues', () => {
    const [first, second] = [prepared('a'), prepared('b', { process: 3 })];
    const history = historyOf([first, second], alive);
    expect(competingSend(history, first)).toBeNull();
    expect(competingSend(history, second)?.id).toBe('a');
  });

  it('both yield across the end of a month, where the order does not show which was first', () => {
    const old = prepared('old', { time: '2026-11-30T23:59:59.900Z' });
    const young = prepared('young', { time: '2026-12-01T00:00:00.100Z', process: 3 });
    // When the slow one reads the journal, the other may have read it already, and may be sending.
    const history = historyOf([old, young, sent('young')], alive);
    expect(competingSend(history, old)?.id).toBe('young');
    expect(competingSend(history, young)?.id).toBe('old');
    const over = historyOf([old, young, end('young', { status: 'cancelled' })], alive);
    expect(competingSend(over, old)).toBeNull();
  });

  it('compete by document and by body', () => {
    const history = historyOf([prepared('a')], alive);
    const other = { documentUri: 'file:///b.json', sha256: 'other', process: 3 };
    expect(competingSend(history, { ...other, sha256: 'same' })?.id).toBe('a');
    expect(competingSend(history, { ...other, documentUri: 'file:///a.json' })?.id).toBe('a');
    expect(competingSend(history, other)).toBeNull();
  });

  it('compete by an unsaved document only in one window, because each window numbers its own', () => {
    const documentUri = 'untitled:Untitled-1';
    const history = historyOf([prepared('a', { documentUri })], alive);
    const own = { documentUri, sha256: 'other', process: 3 };
    expect(competingSend(history, own)).toBeNull();
    expect(competingSend(history, { ...own, process: 2 })?.id).toBe('a');
    expect(competingSend(history, { ...own, process: 2, host: 'elsewhere' })).toBeNull();
    expect(competingSend(history, { ...own, sha256: 'same' })?.id).toBe('a');
  });

  it('do not compete if one is over', () => {
    const history = historyOf([prepared('a'), end('a', accepted)], alive);
    expect(competingSend(history, prepared('b'))).toBeNull();
  });
});

describe('a journal written by version 0.1.0', () => {
  it('shows every request as that version showed it', async () => {
    const folder = join(import.meta.dirname, '../../fixtures/journal/0.1.0');
    const history = await readHistory(openJournal(folder).follow());
    expect(history.map(({ operation, outcome }) => [operation, outcome.status])).toEqual([
      ['train', 'accepted'],
      ['log', 'logged'],
      ['train', 'rejected'],
      ['log', 'unknown'],
      ['train', 'failed'],
      ['train', 'cancelled'],
      ['log', 'failed'],
      ['train', 'unknown'],
    ]);
    expect(history.map((entry) => wordingOf(entry).label)).toEqual([
      'Job 3f2a1b9c',
      'Logged',
      'Rejected',
      'Outcome Unknown',
      'Not Sent',
      'Cancelled',
      'Not Sent',
      'Outcome Unknown',
    ]);
    // The old record lacks `grouping`, so sending again asks for it.
    expect(history.filter(({ grouping }) => grouping !== undefined)).toEqual([]);
  });
});
