import { mayHaveArrived, type Outcome } from '../outcome';
import { haveSameId, type ProcessIdentity } from './processes';
import {
  type EndRecord,
  type JournalRecord,
  journalFile,
  type PreparedRecord,
  type SentRecord,
} from './records';

/** One send, assembled from its journal records. */
export interface HistoryEntry extends Omit<PreparedRecord, 'state'> {
  /** `sending` while its process is still working on it. */
  readonly outcome: Outcome | { readonly status: 'sending' };
  /** Time of the last record. */
  readonly ended: string;
}

/** How to decide whether a send without an end record is still under way. */
export interface Liveness {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Ids of sends that this process has under way. */
  readonly mine: ReadonlySet<string>;
  /** This process. */
  readonly self: ProcessIdentity;
  readonly mayBeRunning: (sender: ProcessIdentity) => boolean;
  /** See `uptimeIn`. */
  readonly uptimeIn: (sender: ProcessIdentity) => number | null;
}

/**
 * The sends of a journal, oldest first. A send without an end record whose process is gone was interrupted: with a
 * `sent` record it may have arrived, without one nothing left its machine. For a process on another machine only the
 * deadline decides.
 */
export function historyOf(records: readonly JournalRecord[], liveness: Liveness): readonly HistoryEntry[] {
  const intents = new Map<string, PreparedRecord>();
  // In a separate map: a clock set back across a month boundary puts them into an earlier file.
  const steps = new Map<string, SentRecord | EndRecord>();
  for (const record of records) {
    if (record.state === 'prepared') intents.set(record.id, record);
    // An end record is final.
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

/** Identifies a request: body and URL. */
type Request = Pick<PreparedRecord, 'endpoint' | 'sha256'>;

/** Earlier sends of the same body to the same URL that succeeded or may have, newest last. */
export function earlierSends(history: readonly HistoryEntry[], request: Request): readonly HistoryEntry[] {
  return history.filter((entry) => isSameRequest(entry, request) && mayHaveArrived(entry.outcome));
}

/** Identifies the content of a send: body or document. */
type Content = Pick<PreparedRecord, 'documentUri' | 'sha256'> & ProcessIdentity;

/** A send of the same document or body that is under way and so blocks this one. */
export function competingSend(
  history: readonly HistoryEntry[],
  own: Content & { readonly id?: string },
): HistoryEntry | null {
  const others = ahead(history, own.id);
  return others.find((entry) => entry.outcome.status === 'sending' && isSame(entry, own)) ?? null;
}

/** What the journal says about a request before it is sent. */
export interface PriorSends {
  /** Sends of the same request that succeeded or may have. They need the user's consent. */
  readonly earlier: readonly HistoryEntry[];
  /** A send of the same document or body that is under way. */
  readonly competing: HistoryEntry | null;
}

/** Finds sends that block a request, or that need the user's consent. */
export function priorSendsIn(
  history: readonly HistoryEntry[],
  request: Request & Content & { readonly id?: string },
): PriorSends {
  return { earlier: earlierSends(history, request), competing: competingSend(history, request) };
}

/**
 * The entries with priority over the one with an id. Within a file, order decides between two windows that take a step
 * at the same moment. The order of files follows the clock, which does not show who was first: each yields to the
 * entries of other files. An entry that is not in the list yields to all.
 */
function ahead<T extends Pick<JournalRecord, 'id' | 'time'>>(all: readonly T[], id?: string): readonly T[] {
  const place = all.findIndex((one) => one.id === id);
  const own = all[place];
  if (own === undefined) return all;
  return all.filter((one, index) => index < place || journalFile(one) !== journalFile(own));
}

/**
 * Whether another send of the same body to the same URL wrote `sent` before this one and may have left. Each
 * process checks this after its own `sent`, so of two that took each other for dead at most one goes on.
 */
export function isSentBefore(
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
  const sent = records.filter(({ state }) => state === 'sent');
  return ahead(sent, own.id).some(({ id }) => id !== own.id && rivals.has(id));
}

function isSameRequest(one: Request, other: Request): boolean {
  return one.sha256 === other.sha256 && one.endpoint === other.endpoint;
}

function isSame(one: Content, other: Content): boolean {
  if (one.sha256 === other.sha256) return true;
  if (one.documentUri !== other.documentUri) return false;
  // Untitled documents are numbered per window.
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
  const message = `The history ends ${when}: VS Code or the terminal was closed, or the outcome could not be written.`;
  return { status: last ? 'unknown' : 'failed', reason: 'interrupted', message };
}

function isUnderWay(about: Omit<PreparedRecord, 'state'>, liveness: Liveness): boolean {
  const { now, mine, self } = liveness;
  if (haveSameId(about, self)) return mine.has(about.id);
  // Prefer the uptime: the clock may have been set since.
  const uptime = liveness.uptimeIn(about);
  const hasTime =
    uptime === null || about.deadlineUptime === undefined
      ? now < Date.parse(about.deadline)
      : uptime < about.deadlineUptime;
  return hasTime && liveness.mayBeRunning(about);
}
