import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { rewardName } from '../../schema/fields';
import { companion, partNames } from '../../schema/partNames';
import type { Schema } from '../../schema/schema';
import { childCount, childrenOf } from '../../syntax/nodes/children';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import { labelsOfGroup, labelsOfTrajectory } from './distinguishingLabels';
import { namePreview, preview } from './preview';

/** Items named by their kind, not by their index. */
export type ItemKind = 'group' | 'trajectory' | 'message' | 'tool';

/** The kind of an array's items, by their schema; null for items without a kind. */
export function itemKindOf({ engine }: Document, item: Schema | null): ItemKind | null {
  const { names } = engine.schemas;
  const properties = item?.properties;
  if (properties === undefined || properties === null) return null;
  if (properties.has(names.trajectories)) return 'group';
  if (properties.has(names.messages)) return 'trajectory';
  const { role, function: called } = partNames(engine.schemas);
  if (properties.has(role)) return 'message';
  return properties.has(called) ? 'tool' : null;
}

/**
 * One-line label of an item: `Group 3 · task_id 12 · 4 trajectories`, `assistant: Sure, I can help`. Items count from
 * one.
 */
export function itemLabel(document: Document, item: Node, schema: Schema): string {
  switch (itemKindOf(document, schema)) {
    case 'group':
      return [numbered(item, schema), ...labelsOfGroup(document, item), counted(document, item, schema)]
        .filter(Boolean)
        .join(' · ');
    case 'trajectory':
      return trajectoryLabel(document, item, schema);
    case 'message':
      return messageLabel(document, item) ?? numbered(item, schema);
    default:
      return toolName(document, item) ?? numbered(item, schema);
  }
}

function trajectoryLabel(document: Document, item: Node, schema: Schema): string {
  const reward = memberNamed(document, item, rewardName(document.engine.schemas));
  const shown = reward?.kind === Kind.number ? `reward ${preview(document.text, reward, 20)}` : '';
  const labels = labelsOfTrajectory(document, item);
  return [numbered(item, schema), ...labels, shown, counted(document, item, schema)]
    .filter(Boolean)
    .join(' · ');
}

/** `Group 3`, `Trajectory 2`: the last word of the schema's title. */
function numbered({ index }: Node, { title }: Schema): string {
  const word = title.slice(title.lastIndexOf(' ') + 1);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)} ${index + 1}`;
}

/** `4 trajectories`: the size of the item's main array; empty without it. */
function counted(document: Document, item: Node, schema: Schema): string {
  const { names } = document.engine.schemas;
  const name = schema.properties!.has(names.trajectories) ? names.trajectories : names.messages;
  const array = memberNamed(document, item, name);
  return array?.kind === Kind.array ? countOf(childCount(array), schema.properties!.get(name)!) : '';
}

/** A count of array items: `1 trajectory`, `31 messages`. */
export function countOf(count: number, { items }: Schema): string {
  const noun = items?.title.toLowerCase() ?? 'item';
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `assistant: Sure, I can help`, or the called functions if there is no text; null without a role. */
function messageLabel(document: Document, item: Node): string | null {
  const names = partNames(document.engine.schemas);
  const inner = memberNamed(document, item, companion.message);
  const message = inner?.kind === Kind.object ? inner : item;
  const role = nameIn(document, message, names.role, 40);
  if (role === null) return null;
  const node = memberNamed(document, message, names.content);
  const content = node?.kind === Kind.string ? preview(document.text, node, 60) : '';
  if (content !== '') return `${role}: ${content}`;
  const calls = calledNames(document, message);
  return calls.length === 0 ? role : `${role} calls ${calls.join(', ')}`;
}

/** Calls looked at for names: there may be a million. */
const maxCalls = 100;

/** Names of the first functions that a message calls. */
function calledNames(document: Document, message: Node): string[] {
  const names = partNames(document.engine.schemas);
  const calls = memberNamed(document, message, companion.toolCalls);
  const found: string[] = [];
  for (const call of calls === null ? [] : childrenOf(calls)) {
    if (found.length === 3 || call.index === maxCalls) return [...found, '…'];
    const called = memberNamed(document, call, names.function);
    const name = called === null ? null : nameIn(document, called, names.functionName, 40);
    if (name !== null) found.push(name);
  }
  return found;
}

function toolName(document: Document, item: Node): string | null {
  const names = partNames(document.engine.schemas);
  const called = memberNamed(document, item, names.function);
  return called === null ? null : nameIn(document, called, names.functionName, 60);
}

/** The beginning of a property that is a name; null if it is missing, blank, or not a string. */
function nameIn(document: Document, object: Node, name: string, length: number): string | null {
  const node = memberNamed(document, object, name);
  return (node?.kind === Kind.string && namePreview(document.text, node, length)) || null;
}
