import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { companion, type PartNames, partNames } from '../../schema/partNames';
import type { Schema } from '../../schema/schema';
import type { Node } from '../../syntax/nodes/node';
import { keyName, nameValue } from '../../syntax/tree/strings';
import type { Work } from '../../work';
import { conversationAround, type Mention, mentionsIn } from '../references/mentions';
import type { CompletionContext } from './offer';
import { seenTools } from './seen';

/** A tool or call that a value may name. */
export interface Mentioned {
  readonly name: string;
  readonly detail: string;
}

/**
 * Distinct names for a value in a conversation: the ids of its calls, or the names of its tools. If it defines no
 * tools, also tools of other trajectories.
 */
export function* mentionedHere(context: CompletionContext, owner: Schema | null): Work<Mentioned[]> {
  const { document, slot } = context;
  const kind = wantedAt(context, owner);
  const conversation = kind === null ? null : conversationAround(document, slot.container);
  if (conversation === null) return [];
  const mentions = yield* mentionsIn(document, conversation, { near: slot.container });
  const own = mentions.filter((mention) => mention.kind === kind && mention.from !== slot.from);
  const defined = own.filter(({ isDefinition }) => isDefinition);
  const others = own.filter(({ isDefinition }) => !isDefinition);
  const names = kind === 'call' ? openCalls(defined, others, slot.from) : [...defined, ...others];
  const detail = kind === 'call' ? 'call in this trajectory' : 'tool of this trajectory';
  const here = new Map(names.map(({ name }) => [name, { name, detail }]));
  if (kind === 'tool' && defined.length === 0) {
    for (const { text: name } of seenTools(document, conversation)) {
      if (!here.has(name)) here.set(name, { name, detail: 'tool of another trajectory' });
    }
  }
  return [...here.values()];
}

/** The calls before an offset: unanswered ones first, the latest first. */
function openCalls(calls: readonly Mention[], answers: readonly Mention[], offset: number): Mention[] {
  const answered = new Set(answers.map(({ name }) => name));
  const before = calls.filter(({ from }) => from < offset).reverse();
  return [
    ...before.filter(({ name }) => !answered.has(name)),
    ...before.filter(({ name }) => answered.has(name)),
  ];
}

/** Whether a value names a tool or a call, by the names around it. */
function wantedAt({ document, slot }: CompletionContext, owner: Schema | null): 'tool' | 'call' | null {
  const { text, engine } = document;
  const { container, name } = slot;
  const names = partNames(engine.schemas);
  if (name === companion.resultId) return 'call';
  if (owner?.properties?.has(names.role) === true) {
    return name === names.messageName && isResult(document, container, names) ? 'tool' : null;
  }
  const holder = container.key === null ? null : keyName(text, container.key);
  // In a tool's definition, the name is a new one.
  const isCalled = owner === null && (holder === names.function || holder === companion.functionCall);
  return isCalled && name === names.functionName ? 'tool' : null;
}

/** Whether a message is a tool result. */
function isResult(document: Document, message: Node, names: PartNames): boolean {
  if (memberNamed(document, message, companion.resultId) !== null) return true;
  const role = memberNamed(document, message, names.role);
  const value = role === null ? null : nameValue(document.text, role);
  return value === 'tool' || value === names.function;
}
