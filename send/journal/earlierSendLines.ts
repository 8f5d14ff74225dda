import { countOf } from '../format/counts';
import { inertText } from '../format/plainText';
import type { HistoryEntry } from './history';
import { localTime } from './wording';

/** Earlier sends listed individually. */
const maxListed = 3;

/**
 * A line for each of the latest sends of the same request, newest first, and one line that counts the rest. A job that
 * exists is not hidden behind attempts.
 */
export function earlierSendLines(earlier: readonly HistoryEntry[]): readonly string[] {
  const isAttempt = ({ outcome }: HistoryEntry): boolean => outcome.status === 'unknown';
  const byWeight = [...earlier.filter(isAttempt), ...earlier.filter((entry) => !isAttempt(entry))];
  const listed = new Set(byWeight.slice(-maxListed));
  const lines = earlier
    .filter((entry) => listed.has(entry))
    .reverse()
    .map(precedentLine);
  const more = earlier.length - maxListed;
  return more > 0 ? [...lines, `${countOf(more, 'more request')} besides.`] : lines;
}

function precedentLine({ time, outcome }: HistoryEntry): string {
  const when = localTime(time);
  if (outcome.status === 'unknown') return `The same request was sent on ${when} and may have arrived.`;
  const job = outcome.status === 'accepted' ? ` as job ${inertText(outcome.jobId, 100)}` : '';
  return `The same request was accepted on ${when}${job}.`;
}
