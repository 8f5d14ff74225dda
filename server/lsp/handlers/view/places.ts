import type { CancellationToken } from 'vscode-languageserver';
import { valueAtPath } from '../../../core/collection/conversations/texts';
import type { Excerpt } from '../../../core/collection/excerpt';
import { indexAtOffset, missingAtIndex, nodeAtIndex } from '../../../core/collection/lookup';
import type { Document } from '../../../core/document';
import type { Range } from '../../../core/text/range';
import { offsetAt } from '../../../core/text/text';
import type { Work } from '../../../core/work';
import type {
  IndexInGroup,
  locateItemRequest,
  PartOfValue,
  trajectoryAtRequest,
} from '../../../viewProtocol/places';
import type { ServerContext } from '../../feature';
import type { Answer, Asked } from '../../params';
import { afterProblems } from '../inSlices';
import { sourceOf } from './viewSources';

/** The range of a trajectory, of one of its messages, or of a group. */
export async function locateItem(
  server: ServerContext,
  { uri, trajectory, message, part = null }: Asked<typeof locateItemRequest>,
  token: CancellationToken,
): Promise<Answer<typeof locateItemRequest>> {
  const located = function* (excerpt: Excerpt, version: number): Work<Answer<typeof locateItemRequest>> {
    const { document } = excerpt;
    const index = localIndex(excerpt, trajectory);
    if (index === null) return null;
    const node = yield* nodeAtIndex(document, index, message);
    if (node === null) return yield* missingAtIndex(document, index);
    const range = part === null ? node : ((yield* partOf(document, index, part)) ?? node);
    return { version, start: excerpt.positionOf(range.from), end: excerpt.positionOf(range.to) };
  };
  const wanted =
    typeof trajectory === 'number' ? { trajectories: [trajectory] } : { groups: [trajectory.group] };
  return sourceOf(server, uri).about(wanted, token, located);
}

function localIndex(excerpt: Excerpt, index: number | IndexInGroup): number | IndexInGroup | null {
  if (typeof index === 'number') return excerpt.numberOf(index);
  const group = excerpt.groupOf(index.group);
  return group === null ? null : { ...index, group };
}

/** The range of a part of a value; null if there is no such value. */
function* partOf(
  document: Document,
  trajectory: number | IndexInGroup,
  { path, from, to }: PartOfValue,
): Work<Range | null> {
  const node = yield* nodeAtIndex(document, trajectory, null);
  const value = node && valueAtPath(document.text, node, path);
  return value && { from: value.from + from, to: Math.min(value.from + to, value.to) };
}

/** The trajectory and the message at a position. */
export async function trajectoryAtPosition(
  server: ServerContext,
  { uri, position }: Asked<typeof trajectoryAtRequest>,
  token: CancellationToken,
): Promise<Answer<typeof trajectoryAtRequest>> {
  const found = function* (document: Document, version: number): Work<Answer<typeof trajectoryAtRequest>> {
    return { version, ...(yield* indexAtOffset(document, offsetAt(document.text, position))) };
  };
  return afterProblems(server, { uri, token }, found);
}
