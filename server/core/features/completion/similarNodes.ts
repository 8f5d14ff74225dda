import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import {
  childCount,
  childrenNamed,
  childrenNear,
  childrenOf,
  type Key,
  keyName,
  type Name,
  type Node,
} from '../../syntax/tree/nodes';

export type Visit = (like: Node, budget: Budget) => void;

/** How many members may still be looked at. */
export interface Budget {
  left: number;
}

/**
 * Visits the nodes whose path differs from a node's in nothing but the indices of items, the nearest items
 * first. False where it stopped before it had seen all.
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
 * Visits objects anywhere else that stand under the same name as one, as values or as items, from what is
 * nearest to it outwards. False where it stopped before it had seen all.
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

/** A name as the tree of a document is searched for it. */
export function nameOf({ engine }: Document, text: string): Name {
  return { text, number: engine.schemas.grammar.vocabulary.numberOf(text) };
}

/**
 * Members of containers that are looked at: what is asked for while somebody types must not read a file. A
 * list is not called incomplete for that: what is typed does not change how far the look reaches, so who
 * asked again at each key would get the same again. What is offered says that it stands near instead.
 */
const maxVisited = 150;
/** A place that is deeper than this is not compared with others. */
const maxDepth = 12;

/** The key of a value, or of the array that it is an item of. */
function keyAbove({ key, parent }: Node): Key | null {
  return key ?? parent?.key ?? null;
}

/** A value and what is inside of it, as far as it is objects and the budget reaches, level by level. */
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

/** How many steps have led to a node, and whether they are those to the node that others are compared with. */
interface Reached {
  readonly at: number;
  readonly isOwn: boolean;
}

/** Its depth is that of the path, which is limited. */
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
  if (name !== null) return childrenNamed(document.text, node, name);
  if (node.kind === Kind.object) return [];
  return isOwn ? outwards(node, index) : childrenOf(node);
}

/** The members of a container from one on, in turn before and behind it. */
function* outwards(container: Node, index: number): Generator<Node> {
  const total = childCount(container);
  const [before, behind] = [readerOf(container), readerOf(container)];
  yield* before(index);
  for (let distance = 1; distance <= index || index + distance < total; distance++) {
    if (distance <= index) yield* before(index - distance);
    if (index + distance < total) yield* behind(index + distance);
  }
}

/** Gives members one by one, and finds those that are kept together but once. */
function readerOf(container: Node): (index: number) => Node[] {
  let near: Node[] = [];
  return (index) => {
    const position = (): number => index - (near[0]?.index ?? 0);
    if (near[position()] === undefined) near = [...childrenNear(container, index)];
    return near.slice(position(), position() + 1);
  };
}
