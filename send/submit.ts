import { randomUUID } from 'node:crypto';
import { reasonOf } from './format/errorReason';
import { type HistoryEntry, isSentBefore, priorSendsIn } from './journal/history';
import type { Journal } from './journal/journal';
import { busyMessage, minJournalTimeoutMs, readHistory, underWay } from './journal/priorSends';
import { processIdentity, uptimeIn } from './journal/processes';
import type { JournalReader } from './journal/reader';
import type { PreparedRecord } from './journal/records';
import { SendRecords } from './journal/sendRecords';
import { WaitAbandoned, withTimeout } from './journal/withTimeout';
import type { Outcome } from './outcome';
import { isVerbatim } from './request/body';
import { tokenHider } from './response/hideToken';
import { type InterpretedResponse, interpretResponse, shown } from './response/interpretResponse';
import type { Submission } from './submission';
import { nothingSent } from './transport/files';
import { type PostRequest, post, type Ready } from './transport/post';
import { type Lost, lost, type NotSent, notSent } from './transport/postResult';
import { confirmedChunks, type OpenBody, openBody } from './transport/readBody';

/** Dependencies of `submit`. */
export interface SubmitPorts
  extends Pick<PostRequest, 'limits' | 'signal' | 'useGlobalAgent' | 'onProgress' | 'onInternalError'> {
  readonly journal: Journal;
  /** Has read the journal up to the confirmation, and continues from there. */
  readonly reader: JournalReader;
  /** Reads the access token of an origin; null when there is none. Called immediately before the first byte. */
  readonly readToken: (origin: string) => Promise<string | null>;
  /** Called once the intent is in the journal. */
  readonly onPrepared?: (entry: HistoryEntry) => void;
  /** Ids of earlier sends of the same request that the user knowingly repeats. */
  readonly acknowledged: ReadonlySet<string>;
}

/** The outcome with the validation errors. A failure to journal the end is reported separately. */
export interface SubmitResult extends InterpretedResponse {
  /** The send as the history shows it. */
  readonly entry: HistoryEntry;
  /** Why the end of this send could not be written to the journal. */
  readonly journalError?: string;
}

/** If our own record cannot be read back, other windows' records may be missing too. */
const unreadableMessage = 'What was written to it cannot be read back.';

/**
 * Sends a request at most once. Each step is written to the journal, on disk, before it is taken. When the journal
 * cannot be written, nothing is sent.
 */
export async function submit(submission: Submission, ports: SubmitPorts): Promise<SubmitResult> {
  const prepared = preparedRecord(submission, ports);
  const limit = Math.max(ports.limits.whole, minJournalTimeoutMs);
  const records = new SendRecords(ports.journal, { limit, signal: ports.signal });
  const send: Send = { ...ports, prepared, records };
  underWay.add(prepared.id);
  try {
    const refusal = await claim(send);
    const interpreted = refusal === null ? await postOnce(send, submission) : withoutResponse(refusal);
    return await conclude(send, interpreted);
  } finally {
    underWay.delete(prepared.id);
  }
}

/** One send, and its records. */
interface Send extends SubmitPorts {
  readonly prepared: PreparedRecord;
  readonly records: SendRecords;
}

/** Writes the intent to the journal, then checks whether another window was first. */
async function claim({ prepared, records, reader, acknowledged, signal }: Send): Promise<NotSent | null> {
  try {
    const history = await records.add(prepared, () => readHistory(reader));
    if (!history.some(({ id }) => id === prepared.id)) throw new Error(unreadableMessage);
    const { earlier, competing } = priorSendsIn(history, prepared);
    if (competing !== null) return notSent('busy', busyMessage);
    if (earlier.every((entry) => acknowledged.has(entry.id))) return null;
    return notSent('busy', 'The same request was sent in the meantime.');
  } catch (error) {
    return unwritten(error, signal);
  }
}

/**
 * Posts the request. Always returns an outcome, even after an internal error: the record of what was sent must not be
 * lost.
 */
async function postOnce(send: Send, submission: Submission): Promise<InterpretedResponse> {
  const state: SendState = { token: null, body: null, isOver: false };
  try {
    send.onPrepared?.(entryOf(send.prepared, { status: 'sending' }));
    const result = await post({
      ...send,
      url: submission.endpoint.url,
      bytes: submission.digest.bytes,
      beforeFirstByte: () => prepare(send, submission, state),
    });
    const hide = tokenHider(state.token);
    return result.kind === 'response'
      ? interpretResponse(submission.operation, result.response, {
          now: Date.now(),
          hide,
          token: state.token,
        })
      : withoutResponse(result, hide);
  } catch (error) {
    send.onInternalError(error);
    return withoutResponse(interrupted(send.records));
  } finally {
    state.isOver = true;
    await closed(state.body);
  }
}

/** The longest that a working disk takes to close a file, in milliseconds. */
const maxCloseMs = 1000;

/**
 * Closes the files of a body. On a share that hangs, this waits for a read that never ends; and it may fail. Neither
 * changes the outcome, which is known by now.
 */
async function closed(body: OpenBody | null): Promise<void> {
  if (body !== null) await withTimeout(body.close(), { limit: maxCloseMs }).catch(() => undefined);
}

/** State of a running send. */
interface SendState {
  token: string | null;
  body: OpenBody | null;
  isOver: boolean;
}

/** The last steps before the first byte: opens the body, reads the token, and writes the record to disk. */
async function prepare(send: Send, { body, digest }: Submission, state: SendState): Promise<Ready | NotSent> {
  const opened = await openBody(body);
  if ('problem' in opened) return notSent('document', nothingSent(opened));
  // The send may have ended meanwhile.
  if (state.isOver) await opened.close();
  else state.body = opened;
  const token = await writeSent(send, state);
  return typeof token === 'string' ? { token, chunks: confirmedChunks(opened.chunks, body, digest) } : token;
}

/** Reads the token and writes the record to disk. Writes nothing if the send has ended before that. */
async function writeSent(send: Send, state: SendState): Promise<string | NotSent> {
  const { prepared, reader, acknowledged } = send;
  const token = await send.readToken(prepared.origin);
  if (state.isOver || send.signal.aborted) return notSent('cancelled', 'Nothing was sent.');
  if (token === null)
    return notSent('token', `Nothing was sent: there is no access token for ${prepared.origin}.`);
  state.token = token;
  try {
    const sent = { state: 'sent', id: prepared.id, time: new Date().toISOString() } as const;
    const records = await send.records.add(sent, () => reader.read());
    const isReadBack = records.some(({ id, state }) => id === prepared.id && state === 'sent');
    if (!isReadBack) throw new Error(unreadableMessage);
    const isSecond = isSentBefore(records, prepared, acknowledged);
    return isSecond ? notSent('busy', busyMessage) : token;
  } catch (error) {
    return unwritten(error, send.signal);
  }
}

/** Writes the outcome to the journal. */
async function conclude(
  { prepared, records }: Send,
  { outcome, errors }: InterpretedResponse,
): Promise<SubmitResult> {
  const result = { outcome, errors, entry: entryOf(prepared, outcome) };
  try {
    const time = result.entry.ended;
    await records.end({ state: outcome.status, id: prepared.id, time, outcome });
    return result;
  } catch (error) {
    return { ...result, journalError: reasonOf(error) };
  }
}

function entryOf({ state: _, ...about }: PreparedRecord, outcome: HistoryEntry['outcome']): HistoryEntry {
  return { ...about, outcome, ended: new Date().toISOString() };
}

/** Filters the message only. The kind and reason stay, even if the token is a word like "lost". */
function withoutResponse(result: NotSent | Lost, hide = tokenHider(null)): InterpretedResponse {
  const message = hide(result.message);
  if (result.kind === 'lost') {
    const { reason, response } = result;
    const received = response && { httpStatus: response.status, ...shown(response, hide) };
    return { outcome: { status: 'unknown', reason, message, ...received }, errors: [] };
  }
  const { reason } = result;
  const outcome: Outcome =
    reason === 'cancelled' ? { status: 'cancelled' } : { status: 'failed', reason, message };
  return { outcome, errors: [] };
}

/** The result after an internal error. */
function interrupted({ hasSentRecord }: SendRecords): NotSent | Lost {
  if (!hasSentRecord) return notSent('interrupted', 'Nothing was sent, because of an internal error.');
  return lost('interrupted', 'An internal error stopped the request before its outcome was known.');
}

function unwritten(error: unknown, signal: AbortSignal): NotSent {
  if (error instanceof WaitAbandoned && signal.aborted) return notSent('cancelled', 'Nothing was sent.');
  return notSent(
    'journal',
    `Nothing was sent, because the history of requests cannot be written: ${reasonOf(error)}`,
  );
}

function preparedRecord(submission: Submission, { limits }: SubmitPorts): PreparedRecord {
  const { endpoint, digest, body, ...about } = submission;
  const now = Date.now();
  const trace = processIdentity(process.pid);
  const uptime = uptimeIn(trace);
  // Twice the limit: journal writes and a sleeping machine also take time.
  const time = 2 * limits.whole;
  return {
    state: 'prepared',
    id: randomUUID(),
    time: new Date(now).toISOString(),
    ...about,
    ...digest,
    verbatim: isVerbatim(body),
    endpoint: endpoint.url.href,
    origin: endpoint.origin,
    ...trace,
    deadline: new Date(now + time).toISOString(),
    ...(uptime === null ? {} : { deadlineUptime: uptime + time / 1000 }),
  };
}
