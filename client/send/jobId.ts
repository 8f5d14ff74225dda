import type { HistoryEntry } from '../../send/journal/history';

/** The job id of a send that has one. */
export function jobIdOf({ outcome }: HistoryEntry): string | null {
  return outcome.status === 'accepted' ? outcome.jobId : null;
}
