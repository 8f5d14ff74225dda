import type { Document } from '../../document';
import type { Problem } from '../../schema/problem';
import type { Node } from '../../syntax/nodes/node';
import { baseOf, NodeCache } from '../../syntax/nodes/nodeCache';
import type { Work } from '../../work';
import { explainTrajectory } from './explainTrajectory';
import { moved, oncePerDocument } from './hintList';
import { hintOf } from './trajectory';

/** Offsets are relative to the part of the tree. */
const known = new NodeCache<readonly Problem[]>();

/** All hints of a trajectory, except those that are given once for a document, and those on its group. */
export function* trajectoryHints(document: Document, node: Node): Work<Problem[]> {
  const base = baseOf(node);
  const remembered = known.get(node) ?? (yield* explained(document, node, base));
  known.set(node, remembered);
  return remembered.map((hint) => moved(hint, base));
}

function* explained(document: Document, node: Node, base: number): Work<Problem[]> {
  const found: Problem[] = [];
  yield* explainTrajectory(document, node, (code, ...hint) => {
    if (!oncePerDocument.has(code)) found.push(moved(hintOf(code, ...hint), -base));
  });
  return found;
}
