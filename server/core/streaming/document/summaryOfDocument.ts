import type { Document } from '../../document';
import { bareContainer, countIn, membersOfRequest } from '../../features/summary';
import { groupsOf } from '../../rules/wholeDocument';
import type { DocumentType } from '../../schema/documentKind';
import { childAt, childrenFrom } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { rangeIn, type Window } from '../slidingText';
import type { TextSummary } from '../textSummary';
import { countItems, removedFrom } from './holders';

/** The summary of a document of which items were cut out. */
export function summaryOfDocument(document: Document, window: Window): Omit<TextSummary, 'hasSyntaxErrors'> {
  const { type, counts } = document;
  const bare = bareContainer(document);
  const groups =
    type.kind === 'unrecognized' ? null : groupsOf({ ...document, schemas: document.engine.schemas });
  const { config, ...members } = membersOfRequest(document);
  return {
    kind: type.kind,
    errors: counts[0],
    warnings: counts[1],
    ...members,
    config: config && rangeIn(window, config),
    groups: groups && sourceOf(groups, type, window),
    groupCount: groups === null ? 0 : countItems(groups),
    trajectoryCount:
      bare === null ? (groups === null ? 0 : trajectoriesIn(document, groups)) : countItems(bare),
    mixedLine: null,
  };
}

function sourceOf(groups: Node, { kind }: DocumentType, window: Window): TextSummary['groups'] {
  if (groups.kind === Kind.array) return { kind: 'array', slice: rangeIn(window, groups) };
  // A document of one group: the group is the root's value.
  const value = kind === 'group' ? childAt(groups, 0) : null;
  return value && { kind: 'items', slice: rangeIn(window, value) };
}

function trajectoriesIn(document: Document, groups: Node): number {
  const removed = removedFrom(groups);
  let count = removed?.trajectories ?? 0;
  for (const group of childrenFrom(groups, removed?.kept ?? 0)) count += countIn(document, group, countItems);
  return count;
}
