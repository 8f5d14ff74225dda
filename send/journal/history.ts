import { mayHaveArrived, type Outcome } from '../outcome';
import { type JournalRecord, journalFile, type PreparedRecord } from './journal';
import { haveSameId, type ProcessTrace } from './processes';

/** One send, as the journal tells it. */
export interface HistoryEntry extends Omit<PreparedRecord, 'state'> {
  /** `sending` while the process that sends it is at work. */
  readonly outcome: Outcome | { readonly status: 'sending' };
  /** Time of the last record. */
  readonly ended: string;
}

/** How to tell whether a send without an end is still under way. */
export interface Liveness {
  /** Milliseconds. */
  readonly now: number;
  /** Ids of the sends of this process. */
  readonly mine: ReadonlySet<string>;
  /** This process. */
  readonly self: ProcessTrace;
  readonly mayBeRunning: (sender: ProcessTrace) => boolean;
  /** See `uptimeIn`. */
  readonly uptimeIn: (sender: ProcessTrace) => number | null;
}

/**
 * The sends of a journal, oldest first. One that has no end and whose process is gone was interrupted: with
 * a `sent` record it may have arrived, without one nothing left its machine. Whether a process of another
 * machine is gone cannot be told: there only the time tells.
 */
export function historyOf(records: readonly JournalRecord[], liveness: Liveness): readonly HistoryEntry[] {
  const byId = new Map<string, { prepared: PreparedRecord; last: JournalRecord }>();
  for (const record of records)
    if (record.state === 'prepared')
      byId.set(record.id, { prepared: record as PreparedRecord, last: record });
  // In a second pass: a clock that was set back over the end of a month puts them into an earlier file.
  for (const record of records) {
    const known = record.state === 'prepared' ? undefined : byId.get(record.id);
    // An end is final.
    if (known && !('outcome' in known.last)) known.last = record;
  }
  return [...byId.values()].map(({ prepared, last }) => {
    const { state: _, ...about } = prepared;
    return { ...about, outcome: outcomeOf(prepared, last, liveness), ended: last.time };
  });
}

/** Sends of the same body to the same address that succeeded or may have, newest last. */
export function earlierSends(
  history: readonly HistoryEntry[],
  request: { readonly endpoint: string; readonly sha256: string },
): readonly HistoryEntry[] {
  return history.filter(
    (entry) =>
      entry.endpoint === request.endpoint &&
      entry.sha256 === request.sha256 &&
      entry.outcome.status !== 'sending' &&
      mayHaveArrived(entry.outcome),
  );
}

/** What makes two sends the same one: the body, or the document. */
type Content = Pick<PreparedRecord, 'documentUri' | 'sha256'> & ProcessTrace;

/**
 * A send under way of the same document or the same body that keeps another from being sent. Of those behind
 * `own.id` in the journal only the ones in other files count.
 */
export function competingSend(
  history: readonly HistoryEntry[],
  own: Content & { readonly id?: string },
): HistoryEntry | null {
  let self: HistoryEntry | null = null;
  for (const entry of history) {
    if (entry.id === own.id) {
      self = entry;
      continue;
    }
    // In a file the order decides between two windows that prepare at the same moment. The order of files is
    // that of the clock, which does not tell who was first: there each gives way to the other.
    const isLater = self !== null && journalFile(self) === journalFile(entry);
    if (!isLater && entry.outcome.status === 'sending' && isSame(entry, own)) return entry;
  }
  return null;
}

/**
 * Whether another send of the same body to the same address was announced before this one and may have left. Each
 * looks after its own announcement, so that of two that took each other for dead at most one goes on.
 */
export function isAnnouncedBefore(
  records: readonly JournalRecord[],
  own: PreparedRecord,
  acknowledged: ReadonlySet<string>,
): boolean {
  const rivals = new Set<string>();
  for (const record of records) {
    if (record.state === 'prepared' && isSameRequest(record as PreparedRecord, own)) rivals.add(record.id);
  }
  for (const record of records) {
    const isOver = 'outcome' in record && !mayHaveArrived(record.outcome);
    if (isOver || acknowledged.has(record.id) || record.id === own.id) rivals.delete(record.id);
  }
  const announced = records.filter(({ state }) => state === 'sent');
  const mine = announced.findIndex(({ id }) => id === own.id);
  return announced.some(
    (record, index) =>
      // As in `competingSend`: the order counts within a file.
      rivals.has(record.id) &&
      (index < mine || journalFile(record) !== journalFile(announced[mine] ?? record)),
  );
}

function isSameRequest(one: PreparedRecord, other: PreparedRecord): boolean {
  return one.sha256 === other.sha256 && one.endpoint === other.endpoint;
}

function isSame(one: Content, other: Content): boolean {
  if (one.sha256 === other.sha256) return true;
  if (one.documentUri !== other.documentUri) return false;
  // Each window numbers its own unsaved documents.
  return !one.documentUri.startsWith('untitled:') || haveSameId(one, other);
}

function outcomeOf(
  prepared: PreparedRecord,
  last: JournalRecord,
  liveness: Liveness,
): HistoryEntry['outcome'] {
  if ('outcome' in last) return last.outcome;
  if (isUnderWay(prepared, liveness)) return { status: 'sending' };
  return last.state === 'sent'
    ? {
        status: 'unknown',
        reason: 'interrupted',
        message:
          'The journal ends while this was being sent: VS Code ended, or the outcome could not be written.',
      }
    : {
        status: 'failed',
        reason: 'interrupted',
        message:
          'The journal ends before anything was sent: VS Code ended, or the outcome could not be written.',
      };
}

function isUnderWay(prepared: PreparedRecord, { now, mine, self, ...about }: Liveness): boolean {
  if (haveSameId(prepared, self)) return mine.has(prepared.id);
  // The clock may have been set since: what counts from the start of the machine is asked first.
  const uptime = about.uptimeIn(prepared);
  const hasTime =
    uptime === null || prepared.deadlineUptime === undefined
      ? now < Date.parse(prepared.deadline)
      : uptime < prepared.deadlineUptime;
  return hasTime && about.mayBeRunning(prepared);
}
