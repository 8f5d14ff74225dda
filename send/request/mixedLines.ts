import type { DocumentSummary } from '../../server/protocol';

/** Why nothing can be made of lines that are groups and trajectories; null if they are only one of the two. */
export function mixedLinesMessage({
  kind,
  mixedLine,
}: Pick<DocumentSummary, 'kind' | 'mixedLine'>): string | null {
  if (mixedLine === null) return null;
  const [found, before] =
    kind === 'trajectory-lines' ? ['a group', 'trajectories'] : ['a trajectory', 'groups'];
  const line = (mixedLine + 1).toLocaleString('en');
  return `Line ${line} is ${found}, but lines before it are ${before}. Put each trajectory into a group of its own, or keep groups and trajectories in two files.`;
}
