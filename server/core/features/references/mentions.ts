import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { companion, type PartNames, partNames } from '../../schema/partNames';
import { Kind } from '../../syntax/tree/nodeKind';
import { childCount, childrenFrom, childrenOf, type Node, nameValue } from '../../syntax/tree/nodes';
import type { Work } from '../../work';

/** A string that names a tool or a tool call in a conversation. */
export interface Mention {
  readonly kind: 'tool' | 'call';
  /** True for the definition of a tool and for the call itself; other mentions refer to these. */
  readonly isDefinition: boolean;
  readonly name: string;
  /** The string. */
  readonly node: Node;
  /** The tool, call or message that contains it. */
  readonly whole: Node;
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

/**
 * The mentions of tools and calls in a conversation, in document order: names of tools in definitions, calls and
 * results; ids of calls in calls and results. If there are too many messages, reads those nearest to `near`.
 */
export function* mentionsIn(document: Document, conversation: Node, near: Node): Work<Mention[]> {
  const names = partNames(document.engine.schemas);
  const found: Mention[] = [];
  const add: Collector['add'] = (mention, node) => {
    const name = node === null ? null : nameValue(document.text, node);
    if (name !== null && node !== null) found.push({ ...mention, name, node });
  };
  for (const tool of itemsNear(memberNamed(document, conversation, names.tools), near)) {
    add({ kind: 'tool', isDefinition: true, whole: tool }, functionNameOf(document, tool, names));
    yield;
  }
  const messages = memberNamed(document, conversation, document.engine.schemas.names.messages);
  for (const item of itemsNear(messages, near)) {
    yield* mentionsOf(document, item, { names, add });
    yield;
  }
  return found.sort((a, b) => a.node.from - b.node.from);
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

interface Collector {
  readonly names: PartNames;
  readonly add: (mention: Omit<Mention, 'name' | 'node'>, node: Node | null) => void;
}

/** Mentions in a message, or in the message of a choice. */
function* mentionsOf(document: Document, item: Node, { names, add }: Collector): Work<void> {
  const inner = memberNamed(document, item, companion.message);
  const message = inner?.kind === Kind.object ? inner : item;
  const resultId = memberNamed(document, message, companion.resultId);
  add({ kind: 'call', isDefinition: false, whole: message }, resultId);
  // Any message may have a name; only in a result is it that of a tool.
  const isResult = resultId !== null || isFunctionResult(document, message, names);
  if (isResult) {
    const name = memberNamed(document, message, names.messageName);
    add({ kind: 'tool', isDefinition: false, whole: message }, name);
  }
  const calls = memberNamed(document, message, companion.toolCalls);
  for (const call of calls?.kind === Kind.array ? childrenOf(calls) : []) {
    add({ kind: 'call', isDefinition: true, whole: call }, memberNamed(document, call, companion.callId));
    add({ kind: 'tool', isDefinition: false, whole: call }, functionNameOf(document, call, names));
    yield;
  }
  const called = memberNamed(document, message, companion.functionCall);
  const name = called === null ? null : memberNamed(document, called, names.functionName);
  if (called !== null) add({ kind: 'tool', isDefinition: false, whole: called }, name);
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
