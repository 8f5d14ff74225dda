import { memberNamed } from '../../collection/reading/namedMember';
import { itemsOf, type Value, valueOfNode } from '../../collection/reading/values';
import type { Document } from '../../document';
import { didYouMean } from '../../schema/didYouMean';
import { partNames } from '../../schema/partNames';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName } from '../../syntax/tree/strings';
import type { Work } from '../../work';
import { bracketOf, type Call, type Tool, type Trajectory, type Turn } from './trajectory';
import { toolOf, turnOf } from './turns';

/** Maximum messages, calls and tools of a conversation that hints check, and its maximum length in code units. */
export const max = { messages: 2000, calls: 10_000, tools: 1000, length: 2 ** 24 };
/** Messages and tools read between two yields. */
const yieldEvery = 20;

/** Reads a trajectory for the hint rules; null if it, or its messages, have another shape. */
export function* trajectoryOf(document: Document, node: Node): Work<Trajectory | 'too long' | null> {
  const { schemas } = document.engine;
  const messages = memberNamed(document, node, schemas.names.messages);
  const tools = memberNamed(document, node, partNames(schemas).tools);
  if (node.kind !== Kind.object || (messages !== null && messages.kind !== Kind.array)) return null;
  if (messages === null && (isGroup(document, node) || (yield* areMessagesMisnamed(document, node))))
    return null;
  const isKnown = tools === null || tools.kind === Kind.array;
  if (countOf(messages) > max.messages || countOf(tools) > max.tools) return 'too long';
  const turns: Turn[] = [];
  const calls: Call[] = [];
  for (const item of itemsIn(messages, max.messages)) {
    const turn = yield* turnOf(document, item, max.calls - calls.length);
    if (turn === null) return 'too long';
    turns.push(turn);
    for (const call of turn.calls) calls.push(call);
    if (turns.length % yieldEvery === 0) yield;
  }
  const defined: Tool[] = [];
  for (const tool of itemsIn(tools, max.tools)) {
    defined.push(toolOf(document, tool));
    if (defined.length % yieldEvery === 0) yield;
  }
  return { range: messages?.key ?? bracketOf(node), turns, calls, tools: isKnown ? defined : null };
}

/** Whether it is a group in place of a trajectory, which is reported as a problem. */
export function isGroup(document: Document, node: Node): boolean {
  return memberNamed(document, node, document.engine.schemas.names.trajectories) !== null;
}

/** Whether the messages have a wrong name, which is reported as a problem. */
function* areMessagesMisnamed(document: Document, node: Node): Work<boolean> {
  const { text, engine } = document;
  const { trajectory, names } = engine.schemas;
  // Compares no texts: there may be a million names.
  const has = (name: string): boolean => memberNamed(document, node, name) !== null;
  for (const { key, index } of childrenOf(node)) {
    if (index >= maxMembers) return false;
    yield;
    if (key !== null && didYouMean(keyName(text, key), trajectory, has) === names.messages) return true;
  }
  return false;
}

/** Members of a trajectory to inspect. */
const maxMembers = 50;

function countOf(array: Node | null): number {
  return array?.kind === Kind.array ? childCount(array) : 0;
}

function itemsIn(array: Node | null, limit: number): readonly Value[] {
  return array?.kind === Kind.array ? itemsOf(valueOfNode(array), 0, limit) : [];
}
