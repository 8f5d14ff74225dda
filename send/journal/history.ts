import { mayHaveArrived, type Outcome } from '../outcome';
import { haveSameId, type ProcessIdentity } from './processes';
import {
  type EndRecord,
  type JournalRecord,
  journalFile,
  type PreparedRecord,
  type SentRecord,
} from './records';

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
  readonly self: ProcessIdentity;
  readonly mayBeRunning: (sender: ProcessIdentity) => boolean;
  /** See `uptimeIn`. */
  readonly uptimeIn: (sender: ProcessIdentity) => number | null;
}

/**
 * The sends of a journal, oldest first. One that has no end and whose process is gone was interrupted: with
 * a `sent` record it may have arrived, without one nothing left its machine. Whether a process of another
 * machine is gone cannot be told: there only the time tells.
 */
export function historyOf(records: readonly JournalRecord[], liveness: Liveness): readonly HistoryEntry[] {
  const intents = new Map<string, PreparedRecord>();
  // Kept apart: a clock that was set back over the end of a month puts them into an earlier file.
  const steps = new Map<string, SentRecord | EndRecord>();
  for (const record of records) {
    if (record.state === 'prepared') intents.set(record.id, record);
    // An end is final.
    else if (!isEnd(steps.get(record.id))) steps.set(record.id, record);
  }
  return [...intents.values()].map(({ state: _, ...about }) => {
    const last = steps.get(about.id);
    return { ...about, outcome: outcomeOf(about, last, liveness), ended: (last ?? about).time };
  });
}

function isEnd(step: SentRecord | EndRecord | undefined): step is EndRecord {
  return step !== undefined && 'outcome' in step;
}

/** What makes two requests the same one: the body and the address. */
type Request = Pick<PreparedRecord, 'endpoint' | 'sha256'>;

/** Sends of the same body to the same address that succeeded or may have, newest last. */
export function earlierSends(history: readonly HistoryEntry[], request: Request): readonly HistoryEntry[] {
  return history.filter((entry) => isSameRequest(entry, request) && mayHaveArrived(entry.outcome));
}

/** What makes two sends the same one: the body, or the document. */
type Content = Pick<PreparedRecord, 'documentUri' | 'sha256'> & ProcessIdentity;

/** A send under way of the same document or the same body that keeps another from being sent. */
export function competingSend(
  history: readonly HistoryEntry[],
  own: Content & { readonly id?: string },
): HistoryEntry | null {
  const others = ahead(history, own.id);
  return others.find((entry) => entry.outcome.status === 'sending' && isSame(entry, own)) ?? null;
}

/** What the journal knows about a request that is not sent yet. */
export interface PriorSends {
  /** Sends of the same request that succeeded or may have: the user has to be asked about them. */
  readonly earlier: readonly HistoryEntry[];
  /** A send of the same document or body that is under way. */
  readonly competing: HistoryEntry | null;
}

/** Looks for what keeps a request from being sent, or from being sent unasked. */
export function priorSendsIn(
  history: readonly HistoryEntry[],
  request: Request & Content & { readonly id?: string },
): PriorSends {
  return { earlier: earlierSends(history, request), competing: competingSend(history, request) };
}

/**
 * Those that go before the one with an id. In a file the order decides between two windows that take a step at the
 * same moment. The order of files is that of the clock, which does not tell who was first: there each gives way to
 * the other. One that is not among them gives way to all.
 */
function ahead<T extends Pick<JournalRecord, 'id' | 'time'>>(all: readonly T[], id?: string): readonly T[] {
  const place = all.findIndex((one) => one.id === id);
  const own = all[place];
  if (own === undefined) return all;
  return all.filter((one, index) => index < place || journalFile(one) !== journalFile(own));
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
    if (record.state === 'prepared' && isSameRequest(record, own)) rivals.add(record.id);
  }
  for (const record of records) {
    const isOver = 'outcome' in record && !mayHaveArrived(record.outcome);
    if (isOver || acknowledged.has(record.id)) rivals.delete(record.id);
  }
  const announced = records.filter(({ state }) => state === 'sent');
  return ahead(announced, own.id).some(({ id }) => id !== own.id && rivals.has(id));
}

function isSameRequest(one: Request, other: Request): boolean {
  return one.sha256 === other.sha256 && one.endpoint === other.endpoint;
}

function isSame(one: Content, other: Content): boolean {
  if (one.sha256 === other.sha256) return true;
  if (one.documentUri !== other.documentUri) return false;
  // Each window numbers its own unsaved documents.
  return !one.documentUri.startsWith('untitled:') || haveSameId(one, other);
}

function outcomeOf(
  about: Omit<PreparedRecord, 'state'>,
  last: SentRecord | EndRecord | undefined,
  liveness: Liveness,
): HistoryEntry['outcome'] {
  if (isEnd(last)) return last.outcome;
  if (isUnderWay(about, liveness)) return { status: 'sending' };
  const when = last ? 'while this was being sent' : 'before anything was sent';
  const message = `The journal ends ${when}: VS Code ended, or the outcome could not be written.`;
  return { status: last ? 'unknown' : 'failed', reason: 'interrupted', message };
}

function isUnderWay(about: Omit<PreparedRecord, 'state'>, liveness: Liveness): boolean {
  const { now, mine, self } = liveness;
  if (haveSameId(about, self)) return mine.has(about.id);
  // The clock may have been set since: what counts from the start of the machine is asked first.
  const uptime = liveness.uptimeIn(about);
  const hasTime =
    uptime === null || about.deadlineUptime === undefined
      ? now < Date.parse(about.deadline)
      : uptime < about.deadlineUptime;
  return hasTime && liveness.mayBeRunning(about);
}
