import type { DocumentType, Shape } from '../schema/kind';
import type { Problem } from '../schema/problem';
import type { Names } from '../schema/schema';
import { Kind } from '../syntax/nodeKind';
import { childAt, childCount, childrenOf, childWithKey, type Node, rootOf } from '../syntax/nodes';
import type { Tree } from '../syntax/tree';
import type { Text } from '../text/text';
import { type Counts, collectProblems } from './findings';

interface Whole {
  readonly text: Text;
  readonly tree: Tree;
  readonly type: DocumentType;
  readonly names: Names;
  readonly counts: Counts;
}

/** Problems of a document as a whole, which no part of it shows. Offsets are those of the document. */
export function wholeDocument(document: Whole): Problem[] {
  return [...unrecognized(document), ...deepNesting(document), ...nothingToSend(document)];
}

/** A root that is none of the documented ones: one message, instead of one for each thing in it. */
function unrecognized({ tree, type, counts }: Whole): Problem[] {
  const value = childAt(rootOf(tree), 0);
  if (type.kind !== 'unrecognized' || type.shape === null || value === null || counts[0] > 0) return [];
  const isArray = value.kind === Kind.array;
  return [
    {
      code: isArray ? 'wrong-type' : 'missing-property',
      severity: 'error',
      from: value.from,
      to: value.from + 1,
      message: shapeMessages[type.shape],
    },
  ];
}

const shapeMessages: Record<Shape, string> = {
  groups: 'This is an array of trajectory groups, not a log request. Wrap it to make it one.',
  trajectories:
    'This is an array of trajectories, not a log request. Wrap it to make it one group of a log request.',
  trajectory: 'This is one trajectory, not a log request. Wrap it to make it a log request of one group.',
  messages:
    'This is a list of chat messages, not a log request: a trajectory has messages_and_choices and a reward.',
  chats: 'This is a chat data set, not a log request: a trajectory has messages_and_choices and a reward.',
  other: 'This is an array, not a log request: a log request is an object with split and trajectory_groups.',
};

/** Levels of containers that many JSON readers still accept. */
const deepestCommon = 200;

function deepNesting({ tree }: Whole): Problem[] {
  // The root of the tree stands for the document and is no level of it.
  if (tree.root.depth - 1 <= deepestCommon) return [];
  const node = firstDeeperThan(rootOf(tree), deepestCommon);
  if (node === null) return [];
  const message = `This is nested deeper than ${deepestCommon} levels; many JSON readers refuse that.`;
  return [{ code: 'deep-nesting', severity: 'warning', from: node.from, to: node.from + 1, message }];
}

/** The first container, in document order, around which there are that many others. */
function firstDeeperThan(root: Node, levels: number): Node | null {
  const stack: { children: Iterator<Node>; depth: number }[] = [
    { children: childrenOf(root)[Symbol.iterator](), depth: 1 },
  ];
  while (stack.length > 0) {
    const { children, depth } = stack[stack.length - 1]!;
    const step = children.next();
    if (step.done === true) {
      stack.pop();
      continue;
    }
    const node = step.value;
    if (node.kind !== Kind.object && node.kind !== Kind.array) continue;
    if (depth > levels) return node;
    // Only where it can be deep enough is it worth going in.
    const { place } = node;
    const deepest = place.type === 'branch' ? place.branch.depth : place.pack.depth;
    if (depth + deepest > levels)
      stack.push({ children: childrenOf(node)[Symbol.iterator](), depth: depth + 1 });
  }
  return null;
}

/** No group, or no trajectory in any group: marked on the array that is empty. */
function nothingToSend(document: Whole): Problem[] {
  const { text, names } = document;
  const groups = groupsOf(document);
  if (groups === null) return [];
  let empty: Node | null = groups.kind === Kind.array && childCount(groups) === 0 ? groups : null;
  for (const group of childrenOf(groups)) {
    const trajectories = childWithKey(text, group, names.trajectories);
    if (trajectories === null) continue;
    if (trajectories.kind !== Kind.array || childCount(trajectories) > 0) return [];
    empty ??= trajectories;
  }
  if (empty === null || hasErrorIn(document, groups)) return [];
  const what = empty === groups ? 'trajectory group' : 'trajectory';
  const { from, to } = empty;
  const message = `There is no ${what} to send.`;
  return [{ code: 'nothing-to-send', severity: 'information', from, to, message }];
}

/** Whether something in a node is no JSON or of the wrong type: then it only looks empty. */
function hasErrorIn({ text, tree, counts }: Whole, node: Node): boolean {
  if (counts[0] === 0) return false;
  const errors = collectProblems(tree.root, { text, severity: 'error', limit: 1000 });
  return errors.some(
    ({ code, from }) => (code === 'syntax' || code === 'wrong-type') && from >= node.from && from <= node.to,
  );
}

/** The container whose members are the trajectory groups of a document, or null. */
export function groupsOf({ text, tree, type, names }: Omit<Whole, 'counts'>): Node | null {
  const root = rootOf(tree);
  if (type.kind === 'group-lines' || type.kind === 'group') return root;
  const value = childAt(root, 0);
  const groups = value === null ? null : childWithKey(text, value, names.groups);
  return groups?.kind === Kind.array ? groups : null;
}
