import type { Document } from '../document';
import { firstIndex } from '../firstIndex';
import { childAt, childrenFrom, childCount as countOf } from '../syntax/nodes/children';
import type { Node } from '../syntax/nodes/node';
import { nodeAt } from '../syntax/nodes/nodeAt';
import { Kind } from '../syntax/tree/nodeKind';
import type { Work } from '../work';
import { memberNamed, trajectoriesOf } from './reading/namedMember';
import { type Numbering, readNumbering } from './reading/numbering';

/** A trajectory found by its number in the document. */
export interface LocatedTrajectory {
  readonly node: Node;
  readonly group: number;
  /** Its index in the group. */
  readonly member: number;
}

/** A trajectory and a message in it, counted from 0; null if there is none. */
export interface MessageIndex {
  readonly trajectory: number | null;
  readonly message: number | null;
}

/** The trajectory with a number; null if there is none. */
export function* trajectoryAt(document: Document, number: number): Work<LocatedTrajectory | null> {
  const { groupContainer, trajectoryStarts, groupStarts } = yield* readNumbering(document);
  const last = trajectoryStarts.length - 1;
  if (groupContainer === null || number < 0 || number >= trajectoryStarts[last]!) return null;
  const part = lastUpTo(trajectoryStarts, number);
  let before = trajectoryStarts[part]!;
  let group = groupStarts[part]!;
  if (groupContainer.isBare) {
    const node = childAt(groupContainer.node, number);
    return node && { node, group: number, member: 0 };
  }
  for (const node of childrenFrom(groupContainer.node, group)) {
    const array = trajectoriesOf(document, node);
    const count = array === null ? 0 : countOf(array);
    if (number < before + count) {
      const member = number - before;
      const trajectory = childAt(array!, member);
      return trajectory && { node: trajectory, group, member };
    }
    before += count;
    group++;
  }
  return null;
}

/** A trajectory by its index in a group, or the whole group if `member` is null. */
export interface IndexInGroup {
  readonly group: number;
  readonly member: number | null;
}

/** A trajectory, one of its messages, or a group; null if it does not exist. */
export function* nodeAtIndex(
  document: Document,
  index: number | IndexInGroup,
  message: number | null,
): Work<Node | null> {
  const trajectory = yield* typeof index === 'number'
    ? nodeOfNumber(document, index)
    : nodeInGroup(document, index);
  const isGroup = typeof index !== 'number' && index.member === null;
  if (trajectory === null || message === null || isGroup) return trajectory;
  return messageAt(document, trajectory, message);
}

/** Which part of an index does not exist, and how many of these there are. */
export interface MissingItem {
  readonly missing: 'group' | 'trajectory' | 'message';
  readonly count: number;
}

/** Why `nodeAtIndex` finds nothing. */
export function* missingAtIndex(document: Document, index: number | IndexInGroup): Work<MissingItem> {
  const { groupContainer, groupStarts, trajectoryStarts } = yield* readNumbering(document);
  const trajectory = yield* nodeAtIndex(document, index, null);
  if (trajectory !== null) return { missing: 'message', count: childrenIn(messagesOf(document, trajectory)) };
  if (typeof index === 'number') return { missing: 'trajectory', count: trajectoryStarts.at(-1) ?? 0 };
  const group = groupContainer && childAt(groupContainer.node, index.group);
  if (group === null) return { missing: 'group', count: groupStarts.at(-1) ?? 0 };
  const count = groupContainer!.isBare ? 1 : childrenIn(trajectoriesOf(document, group));
  return { missing: 'trajectory', count };
}

function childrenIn(array: Node | null): number {
  return array === null ? 0 : countOf(array);
}

function* nodeOfNumber(document: Document, number: number): Work<Node | null> {
  const located = yield* trajectoryAt(document, number);
  return located?.node ?? null;
}

function* nodeInGroup(document: Document, { group, member }: IndexInGroup): Work<Node | null> {
  const { groupContainer } = yield* readNumbering(document);
  const node = groupContainer && childAt(groupContainer.node, group);
  if (node === null || member === null) return node;
  // A bare trajectory is the only one in its own group.
  if (groupContainer!.isBare) return member === 0 ? node : null;
  const array = trajectoriesOf(document, node);
  return array && childAt(array, member);
}

/** A message of a trajectory; null if it does not exist. */
function messageAt(document: Document, trajectory: Node, index: number): Node | null {
  const messages = messagesOf(document, trajectory);
  return messages && childAt(messages, index);
}

function messagesOf(document: Document, trajectory: Node): Node | null {
  const messages = memberNamed(document, trajectory, document.engine.schemas.names.messages);
  return messages?.kind === Kind.array ? messages : null;
}

/** The trajectory and the message at an offset. */
export function* indexAtOffset(document: Document, offset: number): Work<MessageIndex> {
  const numbers = yield* readNumbering(document);
  const { groupContainer } = numbers;
  const path: Node[] = [];
  for (let at: Node | null = nodeAt(document.tree, offset); at !== null; at = at.parent) path.push(at);
  path.reverse();
  const depth = path.findIndex(({ from, to, kind }) => isSame(groupContainer?.node, { from, to, kind }));
  const nowhere = { trajectory: null, message: null };
  if (depth < 0 || groupContainer === null) return nowhere;
  const inside = path.slice(depth + 1);
  const trajectory = groupContainer.isBare ? inside[0] : inside[2];
  if (trajectory === undefined) return nowhere;
  if (!groupContainer.isBare && !isSame(trajectoriesOf(document, inside[0]!), inside[1]!)) return nowhere;
  const number = groupContainer.isBare
    ? trajectory.index
    : numberOf(document, numbers, inside[0]!) + trajectory.index;
  const [array, message] = inside.slice(groupContainer.isBare ? 1 : 3);
  const messages = memberNamed(document, trajectory, document.engine.schemas.names.messages);
  const isInMessage = array !== undefined && message !== undefined && isSame(messages, array);
  return { trajectory: number, message: isInMessage ? message.index : null };
}

/** Number of trajectories before a group. */
function numberOf(
  document: Document,
  { groupContainer, groupStarts, trajectoryStarts }: Numbering,
  group: Node,
): number {
  const part = lastUpTo(groupStarts, group.index);
  let before = trajectoryStarts[part]!;
  for (const node of childrenFrom(groupContainer!.node, groupStarts[part]!)) {
    if (node.index >= group.index) break;
    const array = trajectoriesOf(document, node);
    before += array === null ? 0 : countOf(array);
  }
  return before;
}

/** Whether two nodes of one tree are the same. */
function isSame(
  a: Pick<Node, 'from' | 'to' | 'kind'> | null | undefined,
  b: Pick<Node, 'from' | 'to' | 'kind'>,
) {
  return a?.from === b.from && a.to === b.to && a.kind === b.kind;
}

/** Index of the last sum, except for the final total, that is not above a number. */
function lastUpTo(sums: Int32Array, number: number): number {
  return Math.max(0, firstIndex(sums.length - 1, (i) => sums[i]! > number) - 1);
}
