import { randomUUID } from 'node:crypto';
import { interpretAnswer, type ReadAnswer, shown } from './answer/answer';
import { tokenHider } from './answer/hideToken';
import {
  type HistoryEntry,
  historyOf,
  isAnnouncedBefore,
  type Precedents,
  precedentsIn,
} from './journal/history';
import {
  type Intent,
  type Journal,
  type JournalReader,
  type PreparedRecord,
  withTimeLimit,
} from './journal/journal';
import { mayBeRunning, traceOf, uptimeIn } from './journal/processes';
import type { Outcome } from './outcome';
import { type Body, isVerbatim } from './request/body';
import type { Endpoint } from './request/endpoint';
import { encode, type Measure } from './transport/encode';
import { type PostRequest, post } from './transport/post';
import { type Lost, lost, type NotSent, notSent } from './transport/postResult';

/** A request that the user agreed to send. */
export interface Submission extends Intent {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly measure: Measure;
}

/** What sending needs from around it. */
export interface SubmitPorts
  extends Pick<PostRequest, 'limits' | 'signal' | 'useGlobalAgent' | 'onProgress' | 'onInternalError'> {
  readonly journal: Journal;
  /** Has read the journal before the user agreed; reads on from there. */
  readonly reader: JournalReader;
  /** Reads the access token of an origin; null when there is none. Called right before the first byte. */
  readonly readToken: (origin: string) => Promise<string | null>;
  /** Called when the intent is in the journal. */
  readonly onPrepared?: (entry: HistoryEntry) => void;
  /** Ids of earlier sends of the same request that the user knows of and wants to repeat. */
  readonly acknowledged: ReadonlySet<string>;
}

/** What came of it, with the service's findings. A journal that could not take the end is told apart. */
export interface SubmitResult extends ReadAnswer {
  /** The send as the history shows it. */
  readonly entry: HistoryEntry;
  /** Why the end of this send is not in the journal, when it is not. */
  readonly journalError?: string;
}

/** What the user is told of a second send at the same time. */
export const BUSY = 'This document or the same request is being sent already. Wait until that is done.';

/** Milliseconds that a write to the journal may take at least, however short the limits of a request are. */
const SLOW_DISK = 30_000;

/** Who cannot read back what it wrote cannot see either what others write. */
const UNREADABLE = 'What was written to it cannot be read back.';

/** Sends that this process has under way. */
const underWay = new Set<string>();

/** Looks a request up in the journal. */
export async function findPrecedents(reader: JournalReader, submission: Submission): Promise<Precedents> {
  const { endpoint, measure, documentUri } = submission;
  const { href } = endpoint.url;
  const key = { endpoint: href, sha256: measure.sha256, documentUri, ...traceOf(process.pid) };
  return precedentsIn(await readHistory(reader), key);
}

/** The whole journal as sends, with those of this process that are under way told apart. */
export async function readHistory(reader: JournalReader): Promise<readonly HistoryEntry[]> {
  const liveness = { now: Date.now(), mine: underWay, self: traceOf(process.pid), mayBeRunning, uptimeIn };
  return historyOf(await reader.read(), liveness);
}

/**
 * Sends a request at most once. Each step is in the journal, on disk, before it is taken; when the journal
 * cannot be written nothing is sent.
 */
export async function submit(submission: Submission, given: SubmitPorts): Promise<SubmitResult> {
  const ports = { ...given, journal: withTimeLimit(given.journal, Math.max(given.limits.whole, SLOW_DISK)) };
  const prepared = preparedRecord(submission, ports);
  underWay.add(prepared.id);
  try {
    const refusal = await claim(prepared, ports);
    const answer = refusal === null ? await postOnce(prepared, submission, ports) : unanswered(refusal);
    return await conclude(prepared, ports, answer);
  } finally {
    underWay.delete(prepared.id);
  }
}

/** Writes the intent down, then looks whether another window was first. */
async function claim(prepared: PreparedRecord, ports: SubmitPorts): Promise<NotSent | null> {
  try {
    await ports.journal.append(prepared);
    const history = await readHistory(ports.reader);
    if (!history.some(({ id }) => id === prepared.id)) throw new Error(UNREADABLE);
    const { earlier, competing } = precedentsIn(history, prepared);
    if (competing !== null) return notSent('busy', BUSY);
    if (earlier.every((entry) => ports.acknowledged.has(entry.id))) return null;
    return notSent('busy', 'The same request was sent meanwhile. See the history.');
  } catch (error) {
    return unwritten(error);
  }
}

/** From the intent to the outcome. There is one whatever happens: an error of ours must not lose what was sent. */
async function postOnce(
  prepared: PreparedRecord,
  submission: Submission,
  ports: SubmitPorts,
): Promise<ReadAnswer> {
  const announcement: Announcement = { token: null, isOver: false, writing: null };
  try {
    ports.onPrepared?.(entryOf(prepared, { status: 'sending' }));
    const result = await post({
      ...ports,
      url: submission.endpoint.url,
      bytes: submission.measure.bytes,
      chunks: encode(submission.body),
      beforeFirstByte: () => announce(prepared, ports, announcement),
    });
    const hide = tokenHider(announcement.token);
    return result.kind === 'answer'
      ? interpretAnswer(submission.operation, result.answer, { now: Date.now(), hide })
      : unanswered(result, hide);
  } catch (error) {
    ports.onInternalError(error);
    return unanswered(interrupted(announcement));
  } finally {
    // The connection may have ended while the send was being announced: the end is written last.
    announcement.isOver = true;
    await announcement.writing;
  }
}

/** The announcement of a send: its `sent` record. */
interface Announcement {
  token: string | null;
  isOver: boolean;
  /** Settles, whatever comes of it, when the record is no longer being written. */
  writing: Promise<unknown> | null;
}

/**
 * The last steps before the first byte: the token is read, and the record is on disk. Nothing is written when
 * the send is over before that.
 */
async function announce(
  prepared: PreparedRecord,
  ports: SubmitPorts,
  announcement: Announcement,
): Promise<string | NotSent> {
  const token = await ports.readToken(prepared.origin);
  if (announcement.isOver || ports.signal.aborted) return notSent('cancelled', 'Nothing was sent.');
  if (token === null)
    return notSent('token', `Nothing was sent: there is no access token for ${prepared.origin}.`);
  announcement.token = token;
  const written = ports.journal.append({ state: 'sent', id: prepared.id, time: new Date().toISOString() });
  announcement.writing = Promise.allSettled([written]);
  try {
    await written;
    const records = await ports.reader.read();
    const isReadBack = records.some(({ id, state }) => id === prepared.id && state === 'sent');
    if (!isReadBack) throw new Error(UNREADABLE);
    const isSecond = isAnnouncedBefore(records, prepared, ports.acknowledged);
    return isSecond ? notSent('busy', BUSY) : token;
  } catch (error) {
    return unwritten(error);
  }
}

/** Writes down what came of a send. */
async function conclude(
  prepared: PreparedRecord,
  ports: SubmitPorts,
  { outcome, problems }: ReadAnswer,
): Promise<SubmitResult> {
  const result = { outcome, problems, entry: entryOf(prepared, outcome) };
  try {
    const time = result.entry.ended;
    await ports.journal.append({ state: outcome.status, id: prepared.id, time, outcome });
    return result;
  } catch (error) {
    return { ...result, journalError: textOf(error) };
  }
}

function entryOf({ state: _, ...about }: PreparedRecord, outcome: HistoryEntry['outcome']): HistoryEntry {
  return { ...about, outcome, ended: new Date().toISOString() };
}

/** What kind of result it is stays as it is, even when the token is a word like "lost". */
function unanswered(result: NotSent | Lost, hide = tokenHider(null)): ReadAnswer {
  const message = hide(result.message);
  if (result.kind === 'lost') {
    const { reason, answer } = result;
    const answered = answer && { httpStatus: answer.status, ...shown(answer, hide) };
    return { outcome: { status: 'unknown', reason, message, ...answered }, problems: [] };
  }
  const { reason } = result;
  const outcome: Outcome =
    reason === 'cancelled' ? { status: 'cancelled' } : { status: 'failed', reason, message };
  return { outcome, problems: [] };
}

/** What is known after an error of our own. */
function interrupted({ writing }: Announcement): NotSent | Lost {
  if (writing === null)
    return notSent('interrupted', 'Nothing was sent, because of an error in this extension.');
  return lost('interrupted', 'An error in this extension ended the send before its outcome was known.');
}

function unwritten(error: unknown): NotSent {
  return notSent('journal', `Nothing was sent, because the journal cannot be written: ${textOf(error)}`);
}

function preparedRecord(submission: Submission, { limits }: SubmitPorts): PreparedRecord {
  const { endpoint, measure, body, ...about } = submission;
  const now = Date.now();
  const trace = traceOf(process.pid);
  const uptime = uptimeIn(trace);
  // Twice the limit: writing the journal and a machine that sleeps take time as well.
  const time = 2 * limits.whole;
  return {
    state: 'prepared',
    id: randomUUID(),
    time: new Date(now).toISOString(),
    ...about,
    ...measure,
    verbatim: isVerbatim(body),
    endpoint: endpoint.url.href,
    origin: endpoint.origin,
    ...trace,
    deadline: new Date(now + time).toISOString(),
    ...(uptime === null ? {} : { deadlineUptime: uptime + time / 1000 }),
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
