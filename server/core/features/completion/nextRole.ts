import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { companion, partNames } from '../../schema/partNames';
import type { Schema } from '../../schema/schema';
import { schemaAt } from '../../schema/schemaAt';
import { childAt, childCount } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { nameValue } from '../../syntax/tree/strings';
import { lastBefore } from '../cursorContext';
import type { Slot } from './slot';

/** The role that usually follows each role. */
const answers: Readonly<Record<string, string>> = {
  system: 'user',
  developer: 'user',
  user: 'assistant',
  tool: 'assistant',
  function: 'assistant',
  assistant: 'user',
};

/** Suggested values, best first. For a message's role, the first is the one that answers the previous message. */
export function examplesAt({
  document,
  slot,
}: {
  readonly document: Document;
  readonly slot: Slot;
}): (schema: Schema) => readonly string[] {
  const isItem = slot.role === 'item';
  const owner = schemaAt(document, slot.container);
  const message = isItem ? owner?.items : owner;
  const role = message?.properties?.get(partNames(document.engine.schemas).role);
  if (role === undefined) return ({ examples }) => examples;
  const before = isItem
    ? childAt(slot.container, lastBefore(slot.container, slot.from))
    : siblingBefore(slot.container);
  const next = before && roleBehind(document, before);
  return (schema) => {
    const { examples } = schema;
    if (schema !== role || next === null || !examples.includes(next)) return examples;
    return [next, ...examples.filter((one) => one !== next)];
  };
}

function siblingBefore({ parent, index }: Node): Node | null {
  return parent?.kind === Kind.array ? childAt(parent, index - 1) : null;
}

function roleBehind(document: Document, item: Node): string | null {
  const inner = memberNamed(document, item, companion.message);
  const message = inner?.kind === Kind.object ? inner : item;
  const role = memberNamed(document, message, partNames(document.engine.schemas).role);
  const calls = memberNamed(document, message, companion.toolCalls);
  if (calls?.kind === Kind.array && childCount(calls) > 0) return 'tool';
  return answers[(role && nameValue(document.text, role)) ?? ''] ?? null;
}
