import type { Outcome } from '../outcome';
import { byteSize, countOf } from '../words/counts';
import type { HistoryEntry } from './history';

/** A send as the status bar and the history show it; only what the outcome says is claimed. */
export interface Wording {
  /** Name of a VS Code icon. */
  readonly icon: string;
  readonly label: string;
  /** Lines of plain text, the whole job id among them. */
  readonly details: readonly string[];
}

/** Words for one send. */
export function wordingOf(entry: HistoryEntry): Wording {
  return { ...headline(entry), details: detailLines(entry) };
}

/** One message about how a send ended, with what to do where there is something. Not yet fit to be shown as it is. */
export function messageOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'accepted':
      return `Training job ${outcome.jobId} was created.`;
    case 'logged':
      return 'The trajectories were logged.';
    case 'cancelled':
      return 'Nothing was sent.';
    case 'failed':
      return outcome.message;
    case 'unknown':
      return `${outcome.message}${circumstances(outcome)} The request may or may not have taken effect.`;
    case 'rejected':
      return `${outcome.message}${circumstances(outcome)}`;
  }
}

function circumstances(outcome: { readonly httpStatus?: number; readonly retryAt?: string }): string {
  const status = outcome.httpStatus === undefined ? '' : ` Status ${outcome.httpStatus}.`;
  const later =
    outcome.retryAt === undefined ? '' : ` Try again after ${new Date(outcome.retryAt).toLocaleString()}.`;
  return status + later;
}

function headline({ outcome, operation }: HistoryEntry): Omit<Wording, 'details'> {
  const job = outcome.status === 'accepted' ? outcome.jobId.slice(0, 8) : '';
  const headlines: Record<typeof outcome.status, Omit<Wording, 'details'>> = {
    sending: { icon: 'sync~spin', label: operation === 'log' ? 'Logging…' : 'Creating Job…' },
    accepted: { icon: 'rocket', label: `Job ${job}` },
    logged: { icon: 'check', label: 'Logged' },
    rejected: { icon: 'error', label: 'Rejected' },
    failed: { icon: 'circle-slash', label: 'Not Sent' },
    unknown: { icon: 'question', label: 'Outcome Unknown' },
    cancelled: { icon: 'circle-slash', label: 'Cancelled' },
  };
  return headlines[outcome.status];
}

function detailLines(entry: HistoryEntry): readonly string[] {
  const { outcome, split, configUri } = entry;
  const content = [
    countOf(entry.groups, 'group'),
    countOf(entry.trajectories, 'trajectory'),
    byteSize(entry.bytes),
  ];
  return [
    ...(outcome.status === 'sending' ? [] : [messageOf(outcome)]),
    ...('answer' in outcome && outcome.answer !== undefined ? [`Answer: ${outcome.answer}`] : []),
    `Operation: ${entry.operation === 'log' ? 'log trajectories' : 'create training job'}`,
    `Time: ${entry.time}`,
    `Address: ${entry.endpoint}`,
    `Model: ${entry.modelId}`,
    ...(split === null ? [] : [`Split: ${split}`]),
    `Document: ${entry.documentUri}`,
    ...(configUri === null ? [] : [`Training config: ${configUri}`]),
    `Content: ${content.join(', ')}`,
    `SHA-256: ${entry.sha256}`,
  ];
}
