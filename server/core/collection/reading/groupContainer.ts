import type { Document } from '../../document';
import { groupsOf } from '../../rules/wholeDocument';
import { childAt } from '../../syntax/nodes/children';
import { type Node, rootOf } from '../../syntax/nodes/node';

/** The container of a document's groups, or of its bare trajectories; null if there is none. */
export interface GroupContainer {
  readonly node: Node;
  readonly isBare: boolean;
}

export function groupContainerOf(document: Document): GroupContainer | null {
  const { type, tree, engine } = document;
  const root = rootOf(tree);
  const holds = (node: Node | null, isBare: boolean): GroupContainer | null => node && { node, isBare };
  if (type.kind === 'trajectory-lines' || type.shape === 'trajectory') return holds(root, true);
  if (type.shape === 'trajectories') return holds(childAt(root, 0), true);
  if (type.shape === 'groups') return holds(childAt(root, 0), false);
  if (type.kind === 'unrecognized' || type.kind === 'training-config') return null;
  return holds(groupsOf({ ...document, schemas: engine.schemas }), false);
}
