import { countOf } from '../format/counts';
import { inertText } from '../format/plainText';
import type { HistoryEntry } from './history';
import { localTime } from './wording';

/** Earlier sends listed individually. */
const maxListed = 3;

/** A line for each of the latest sends of the same request, newest first, and one line that counts the rest. */
export function earlierSendLines(earlier: readonly HistoryEntry[]): readonly string[] {
  const before = earlier.length - maxListed;
  const lines = earlier.slice(-maxListed).reverse().map(precedentLine);
  return before > 0 ? [...lines, `${countOf(before, 'more request')} before that.`] : lines;
}

function precedentLine({ time, outcome }: HistoryEntry): string {
  const when = localTime(time);
  if (outcome.status === 'unknown') return `The same request was sent on ${when} and may have arrived.`;
  const job = outcome.status === 'accepted' ? ` as job ${inertText(outcome.jobId, 100)}` : '';
  return `The same request was accepted on ${when}${job}.`;
}
