import { byteSize, countOf } from '../format/counts';
import { operations } from '../operations';
import type { Outcome, UnknownReason } from '../outcome';
import type { HistoryEntry } from './history';

/** Texts for a send in the status bar and the history. They claim no more than the outcome does. */
export interface Wording {
  /** Name of a VS Code icon. */
  readonly icon: string;
  readonly label: string;
  /** The outcome in one sentence, with the full job id. */
  readonly sentence: string;
}

/** One fact about a send. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Further values, where there is room for them. */
  readonly more?: readonly string[];
  /** The value is the URI of a document. */
  readonly isUri?: boolean;
}

/** Icon and texts for a send. */
export function wordingOf({ outcome, operation }: HistoryEntry): Wording {
  const job = outcome.status === 'accepted' ? outcome.jobId : '';
  const { label, sentence } = operations[operation];
  const wordings: Record<typeof outcome.status, Wording> = {
    sending: { icon: 'sync~spin', label, sentence },
    accepted: { icon: 'rocket', label: `Job ${job.slice(0, 8)}`, sentence: createdMessage(job) },
    logged: { icon: 'check', label: 'Logged', sentence: loggedMessage },
    rejected: { icon: 'error', label: 'Rejected', sentence: 'The service rejected the request.' },
    failed: { icon: 'circle-slash', label: 'Not Sent', sentence: 'The request was not sent.' },
    unknown: {
      icon: 'question',
      label: 'Outcome Unknown',
      sentence: doubt,
    },
    cancelled: {
      icon: 'circle-slash',
      label: 'Cancelled',
      sentence: 'The request was cancelled before anything was sent.',
    },
  };
  return wordings[outcome.status];
}

/** What is known of a request that ended early. */
export const doubt = 'The request may or may not have taken effect.';
const doubts: Readonly<Partial<Record<UnknownReason, string>>> = {
  document: 'Most likely that part has had no effect, but only the service knows.',
};

/** Why an outcome is unknown, for a list; null if it is known, or if its status says it. */
export function causeOf(outcome: HistoryEntry['outcome']): string | null {
  return outcome.status === 'unknown' ? causes[outcome.reason] : null;
}

const causes: Readonly<Record<UnknownReason, string | null>> = {
  'connection-lost': 'connection lost',
  'idle-timeout': 'no response in time',
  'whole-timeout': 'no response in time',
  cancelled: 'cancelled under way',
  interrupted: 'interrupted under way',
  'incomplete-answer': 'incomplete response',
  document: 'aborted, sent in part',
  'server-error': null,
  redirect: null,
  'unexpected-answer': null,
};

const loggedMessage = 'The trajectories were logged.';

function createdMessage(jobId: string): string {
  return `Training job ${jobId} was created.`;
}

/** The message for an outcome, with advice if there is any. Must be escaped before it is shown. */
export function messageOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'accepted':
      return createdMessage(outcome.jobId);
    case 'logged':
      return loggedMessage;
    case 'cancelled':
      return 'Nothing was sent.';
    case 'failed':
      return outcome.message;
    case 'unknown':
      return `${outcome.message}${circumstances(outcome)} ${doubts[outcome.reason] ?? doubt}`;
    case 'rejected':
      return `${outcome.message}${circumstances(outcome)}`;
  }
}

function circumstances(outcome: { readonly httpStatus?: number; readonly retryAt?: string }): string {
  const status = outcome.httpStatus === undefined ? '' : ` Status ${outcome.httpStatus}.`;
  const later = outcome.httpStatus === 429 ? ' Try again in a few minutes.' : '';
  return status + (outcome.retryAt === undefined ? later : ` Try again after ${localTime(outcome.retryAt)}.`);
}

/** A time in the local format, with the name of the month: 03/04 is a day in March, or in April. */
export function localTime(time: string, timeStyle: 'medium' | 'long' = 'long'): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle });
}

/** All facts about a send, the outcome first. Values must be escaped before they are shown. */
export function factsOf(entry: HistoryEntry): readonly Fact[] {
  const { outcome, split, configUri } = entry;
  const isOver = outcome.status !== 'sending';
  const content = [
    countOf(entry.groups, 'group'),
    countOf(entry.trajectories, 'trajectory'),
    byteSize(entry.bytes),
  ];
  return [
    { label: 'Outcome', value: isOver ? messageOf(outcome) : wordingOf(entry).sentence },
    ...errorsOf(outcome),
    ...('answer' in outcome && outcome.answer !== undefined
      ? [{ label: 'Response', value: outcome.answer }]
      : []),
    { label: 'Operation', value: operations[entry.operation].name },
    { label: 'Started', value: localTime(entry.time) },
    ...(isOver ? [{ label: 'Ended', value: localTime(entry.ended) }] : []),
    { label: 'URL', value: entry.endpoint },
    { label: 'Model', value: entry.modelId },
    ...(split === null ? [] : [{ label: 'Split', value: split }]),
    { label: 'Document', value: entry.documentUri, isUri: true },
    ...(configUri === null ? [] : [{ label: 'Training config', value: configUri, isUri: true }]),
    { label: 'Content', value: content.join(', ') },
    { label: 'SHA-256', value: entry.sha256 },
  ];
}

/** The validation errors that are kept, and how many are not. */
function errorsOf(outcome: HistoryEntry['outcome']): Fact[] {
  if (outcome.status !== 'rejected') return [];
  const [first, ...rest] = outcome.errors ?? [];
  if (first === undefined) return [];
  const left = outcome.problemCount - rest.length - 1;
  return [{ label: 'Errors', value: first, more: left > 0 ? [...rest, `and ${left} more`] : rest }];
}
