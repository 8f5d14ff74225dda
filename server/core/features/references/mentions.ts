import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { companion, type PartNames, partNames } from '../../schema/partNames';
import { childCount, childrenFrom, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { nameValue } from '../../syntax/tree/strings';
import type { Range } from '../../text/range';
import type { Work } from '../../work';

/** A string that names a tool or a tool call in a conversation. No nodes: there may be hundreds of thousands. */
export interface Mention extends Range {
  readonly kind: 'tool' | 'call';
  /** True for the definition of a tool and for the call itself; other mentions refer to these. */
  readonly isDefinition: boolean;
  readonly name: string;
  /** The tool, call or message that contains it. */
  readonly whole: Range;
}

/** Maximum messages of a conversation to read, and maximum tools. */
const maxItems = 20_000;

/** The trajectory around a node: the nearest object that has messages. Null if there is none. */
export function conversationAround(document: Document, node: Node): Node | null {
  const { messages } = document.engine.schemas.names;
  for (let at: Node | null = node; at !== null; at = at.parent) {
    if (memberNamed(document, at, messages) !== null) return at;
  }
  return null;
}

/** At most `limit` items of a list, those nearest to an index. */
export function nearest<Item>(items: readonly Item[], index: number, limit: number): readonly Item[] {
  const half = Math.floor((limit - 1) / 2);
  const first = Math.max(0, Math.min(index - half, items.length - limit));
  return items.slice(first, first + limit);
}

interface Search {
  /** If there are too many messages or tools, those nearest to this node are read. */
  readonly near: Node;
  /** Only mentions of this name are found. */
  readonly only?: string | null;
}

/**
 * The mentions of tools and calls in a conversation, in document order: names of tools in definitions, calls and
 * results; ids of calls in calls and results.
 */
export function* mentionsIn(
  document: Document,
  conversation: Node,
  { near, only = null }: Search,
): Work<Mention[]> {
  const names = partNames(document.engine.schemas);
  const found: Mention[] = [];
  const add: Add = (kind, node, { isDefinition, whole }) => {
    const name = node === null ? null : nameValue(document.text, node);
    if (name === null || node === null || (only !== null && name !== only)) return;
    const { from, to } = node;
    found.push({ kind, isDefinition, name, from, to, whole: { from: whole.from, to: whole.to } });
  };
  for (const tool of itemsNear(memberNamed(document, conversation, names.tools), near)) {
    add('tool', functionNameOf(document, tool, names), { isDefinition: true, whole: tool });
    yield;
  }
  const messages = memberNamed(document, conversation, document.engine.schemas.names.messages);
  for (const item of itemsNear(messages, near)) {
    yield* mentionsOf(document, item, { names, add });
    yield;
  }
  yield;
  return found.sort((a, b) => a.from - b.from);
}

/** Whether a conversation has more messages or tools than are read. */
export function isTooLong(document: Document, conversation: Node): boolean {
  const { schemas } = document.engine;
  return [schemas.names.messages, partNames(schemas).tools].some((name) => {
    const array = memberNamed(document, conversation, name);
    return array?.kind === Kind.array && childCount(array) > maxItems;
  });
}

/** The items of an array around the one that contains a node; all of them if there are few enough. */
function* itemsNear(array: Node | null, near: Node): Generator<Node> {
  if (array?.kind !== Kind.array) return;
  let item = near;
  while (item.parent !== null && item.parent.from !== array.from) item = item.parent;
  const middle = item.parent === null ? 0 : item.index - maxItems / 2;
  const first = Math.max(0, Math.min(middle, childCount(array) - maxItems));
  for (const child of childrenFrom(array, first)) {
    if (child.index >= first + maxItems) return;
    yield child;
  }
}

type Add = (
  kind: Mention['kind'],
  node: Node | null,
  how: { readonly isDefinition: boolean; readonly whole: Node },
) => void;

/** Mentions in a message, or in the message of a choice. */
function* mentionsOf(
  document: Document,
  item: Node,
  { names, add }: { readonly names: PartNames; readonly add: Add },
): Work<void> {
  const inner = memberNamed(document, item, companion.message);
  const message = inner?.kind === Kind.object ? inner : item;
  const resultId = memberNamed(document, message, companion.resultId);
  add('call', resultId, { isDefinition: false, whole: message });
  // Any message may have a name; only in a result is it that of a tool.
  const isResult = resultId !== null || isFunctionResult(document, message, names);
  if (isResult) {
    const name = memberNamed(document, message, names.messageName);
    add('tool', name, { isDefinition: false, whole: message });
  }
  const calls = memberNamed(document, message, companion.toolCalls);
  for (const call of calls?.kind === Kind.array ? childrenOf(calls) : []) {
    add('call', memberNamed(document, call, companion.callId), { isDefinition: true, whole: call });
    add('tool', functionNameOf(document, call, names), { isDefinition: false, whole: call });
    yield;
  }
  const called = memberNamed(document, message, companion.functionCall);
  const name = called === null ? null : memberNamed(document, called, names.functionName);
  if (called !== null) add('tool', name, { isDefinition: false, whole: called });
}

/** In the older form, only the role marks a result. */
function isFunctionResult(document: Document, message: Node, names: PartNames): boolean {
  const role = memberNamed(document, message, names.role);
  const value = role === null ? null : nameValue(document.text, role);
  return value === names.function || value === 'tool';
}

function functionNameOf(document: Document, holder: Node, names: PartNames): Node | null {
  const called = memberNamed(document, holder, names.function);
  return called === null ? null : memberNamed(document, called, names.functionName);
}
