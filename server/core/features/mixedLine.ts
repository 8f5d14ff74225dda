import { memberNamed } from '../collection/reading/namedMember';
import type { Document } from '../document';
import { childrenOf } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { positionAt } from '../text/text';
import type { Work } from '../work';

/** Lines visited between two yields. */
const yieldEvery = 1000;

/**
 * The first line of JSON Lines, counted from zero, that is a trajectory among groups or a group among trajectories; null
 * if there is none. No request and no other form has a place for both.
 */
export function* firstMixedLine(document: Document): Work<number | null> {
  const { type, tree, text } = document;
  const isBare = type.kind === 'trajectory-lines';
  if (tree.root.kind !== Kind.lines || (!isBare && type.kind !== 'group-lines')) return null;
  for (const line of childrenOf(rootOf(tree))) {
    if (line.index % yieldEvery === 0) yield;
    if (isMixed(document, line, isBare)) return positionAt(text, line.from).line;
  }
  return null;
}

/** Whether a line is a group among bare trajectories, or a bare trajectory among groups. */
export function isMixed(document: Document, line: Node, isBare: boolean): boolean {
  const { names } = document.engine.schemas;
  const isGroup = memberNamed(document, line, names.trajectories) !== null;
  return isBare ? isGroup : !isGroup && memberNamed(document, line, names.messages) !== null;
}
