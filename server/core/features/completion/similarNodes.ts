import type { Document } from '../../document';
import { childCount, childrenNear, childrenOf } from '../../syntax/nodes/children';
import { childrenNamed, type Name } from '../../syntax/nodes/named';
import type { Key, Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';

export type Visit = (like: Node, budget: Budget) => void;

/** Number of members that may still be visited. */
export interface Budget {
  left: number;
}

/**
 * Visits the nodes whose path differs from a node's only in array indices, nearest items first. Returns false if it
 * stopped early.
 */
export function visitSimilarNodes(document: Document, node: Node, visit: Visit): boolean {
  const steps: Step[] = [];
  let root = node;
  for (; root.parent !== null; root = root.parent) {
    const { key, index } = root;
    const name = key && nameOf(document, keyName(document.text, key));
    if (steps.push({ index, name }) > maxDepth) return true;
  }
  steps.reverse();
  const walk: Walk = { document, steps, visit, budget: { left: maxVisited } };
  visitLike(root, { at: 0, isOwn: true }, walk);
  return walk.budget.left >= 0;
}

/**
 * Visits other objects under the same name as an object, as values or items, from the nearest outwards. Returns false
 * if it stopped early.
 */
export function visitNamesakes(document: Document, object: Node, visit: Visit): boolean {
  const key = keyAbove(object);
  if (key === null) return true;
  const name = nameOf(document, keyName(document.text, key));
  const budget = { left: maxVisited };
  for (let inner = object; inner.parent !== null; inner = inner.parent) {
    for (const sibling of outwards(inner.parent, inner.index)) {
      if (--budget.left < 0) return false;
      if (sibling.index === inner.index) continue;
      for (const found of objectsIn(sibling, budget)) {
        const other = keyAbove(found);
        const isLike = other?.number === name.number && keyName(document.text, other) === name.text;
        if (isLike) visit(found, budget);
      }
    }
  }
  return budget.left >= 0;
}

/** A name to search the tree for. */
export function nameOf({ engine }: Document, text: string): Name {
  return { text, number: engine.schemas.grammar.vocabulary.numberOf(text) };
}

/**
 * Maximum members to visit: completion must not read a whole file. The list is not marked incomplete for this: typing
 * does not extend the search, so asking again at each key would give the same. The detail says "near here" instead.
 */
const maxVisited = 150;
/** Nodes deeper than this are not compared with others. */
const maxDepth = 12;

/** The key of a value, or of the array that contains it. */
function keyAbove({ key, parent }: Node): Key | null {
  return key ?? parent?.key ?? null;
}

/** The objects in a value, including itself, level by level, within the budget. */
function* objectsIn(value: Node, budget: Budget): Generator<Node> {
  const queue = [value];
  for (const node of queue) {
    if (node.kind === Kind.object) yield node;
    for (const child of childrenOf(node)) {
      if (--budget.left < 0) return;
      if (child.kind === Kind.object || child.kind === Kind.array) queue.push(child);
    }
  }
}

/** A step from a container to a member: by name, or to any item. */
interface Step {
  readonly index: number;
  readonly name: Name | null;
}

interface Walk {
  readonly document: Document;
  readonly steps: readonly Step[];
  readonly visit: Visit;
  readonly budget: Budget;
}

/** Number of steps taken to a node, and whether they lead towards the original node. */
interface Reached {
  readonly at: number;
  readonly isOwn: boolean;
}

/** Recursion is as deep as the path, which is limited. */
function visitLike(node: Node, { at, isOwn }: Reached, walk: Walk): void {
  const { document, steps, budget, visit } = walk;
  const step = steps[at];
  if (step === undefined) {
    if (!isOwn) visit(node, budget);
    return;
  }
  for (const child of membersAt(document, node, step, isOwn)) {
    if (--budget.left < 0) return;
    visitLike(child, { at: at + 1, isOwn: isOwn && child.index === step.index }, walk);
  }
}

/** The members of a container that a step can lead to. */
function membersAt(document: Document, node: Node, step: Step, isOwn: boolean): Iterable<Node> {
  const { index, name } = step;
  // One more than may be visited: then the search has stopped early.
  if (name !== null) return childrenNamed(document.text, node, name, maxVisited + 1);
  if (node.kind === Kind.object) return [];
  return isOwn ? outwards(node, index) : childrenOf(node);
}

/** The members of a container from an index outwards, alternating before and after it. */
function* outwards(container: Node, index: number): Generator<Node> {
  const total = childCount(container);
  const [before, behind] = [readerOf(container), readerOf(container)];
  yield* before(index);
  for (let distance = 1; distance <= index || index + distance < total; distance++) {
    if (distance <= index) yield* before(index - distance);
    if (index + distance < total) yield* behind(index + distance);
  }
}

/** Reads single members, but looks up neighbours stored together only once. */
function readerOf(container: Node): (index: number) => Node[] {
  let near: Node[] = [];
  return (index) => {
    const position = (): number => index - (near[0]?.index ?? 0);
    if (near[position()] === undefined) near = [...childrenNear(container, index)];
    return near.slice(position(), position() + 1);
  };
}
