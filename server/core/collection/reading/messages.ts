import { resultRoles } from '../../schema/chatRoles';
import type { Schemas } from '../../schema/schema';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Text } from '../../text/text';
import { type CollectionFields, collectionFields } from './fields';
import { memberCalled } from './members';
import type { CallTurn } from './pairing';
import { pick } from './pick';
import { decodedLength, nameIn } from './strings';
import { countIn, itemsOf, type Value } from './values';

/** The source of a collection. */
export interface TextAndSchemas {
  readonly text: Text;
  readonly schemas: Schemas;
}

/** The members of a message, or of the message of a choice. Missing members are null, like null values. */
export interface Message {
  readonly isChoice: boolean;
  readonly role: Value | null;
  readonly content: Value | null;
  readonly name: Value | null;
  readonly toolCalls: Value | null;
  readonly functionCall: Value | null;
  readonly resultId: Value | null;
  /** From the choice, else from the message itself. */
  readonly finishReason: Value | null;
  readonly logprobs: Value | null;
  readonly reasoningContent: Value | null;
  readonly reasoning: Value | null;
}

/** Maximum calls of a message to read, and maximum parts of its content. */
export const maxCalls = 1000;
const maxParts = 10_000;

/** Reads the members of a message or choice. */
export function messageIn(fields: CollectionFields, item: Value): Message {
  const outer = pick(item, fields.message);
  const isChoice = outer[0]?.kind === Kind.object;
  const inner = isChoice ? pick(outer[0]!, fields.message) : outer;
  const [, role, content, name, toolCalls, functionCall, resultId, ...own] = inner.map(unlessNull) as Found;
  const [finishReason, logprobs, reasoningContent, reasoning] = own;
  return {
    isChoice,
    role,
    content,
    name,
    toolCalls,
    functionCall,
    resultId,
    finishReason: unlessNull(outer[7] ?? null) ?? finishReason,
    logprobs: unlessNull(outer[8] ?? null) ?? logprobs,
    reasoningContent,
    reasoning,
  };
}

type Maybe = Value | null;
type Found = [Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe, Maybe];

function unlessNull(value: Value | null): Value | null {
  return value === null || value.kind === Kind.null || value.kind === Kind.key ? null : value;
}

/** A call of a message. */
export interface Call {
  readonly id: string | null;
  readonly name: string | null;
  /** The called function, which has name and arguments. */
  readonly called: Value;
  /** Whether it has the older form: the function alone. */
  readonly isOlder: boolean;
  /** Whether the function is a member of the call. */
  readonly isInside: boolean;
  /** Its index in the array of the message's calls. */
  readonly index: number;
}

/** The calls of a message, up to the maximum. */
export function callsOf(source: TextAndSchemas, { toolCalls, functionCall }: Message): Call[] {
  const fields = collectionFields(source.schemas);
  const found: Call[] = [];
  const items = toolCalls?.kind === Kind.array ? itemsOf(toolCalls, 0, maxCalls) : [];
  for (const [index, item] of items.entries()) {
    if (item.kind === Kind.object) found.push(callIn(source, fields, { item, index, isOlder: false }));
  }
  // The older form of a call is the function alone, without an id.
  if (functionCall?.kind === Kind.object)
    found.push(callIn(source, fields, { item: functionCall, index: -1, isOlder: true }));
  return found;
}

function callIn(
  { text }: TextAndSchemas,
  fields: CollectionFields,
  { item, index, isOlder }: { readonly item: Value; readonly index: number; readonly isOlder: boolean },
): Call {
  const [id = null, own = null] = pick(item, fields.call);
  const isInside = own?.kind === Kind.object;
  const called = isInside ? own : item;
  const [name = null] = pick(called, fields.function);
  return { id: nameIn(text, id), name: nameIn(text, name), called, isOlder, isInside, index };
}

/** Number of calls, if more than are read; otherwise 0. */
export function countOfCalls({ toolCalls, functionCall }: Message): number {
  const listed = toolCalls?.kind === Kind.array ? countIn(toolCalls) : 0;
  return listed > maxCalls ? listed + (functionCall?.kind === Kind.object ? 1 : 0) : 0;
}

/** The call id in a result; null if the message is not a result. */
export function resultOf(
  { text }: TextAndSchemas,
  { isChoice, role, resultId }: Message,
): CallTurn['result'] {
  const id = nameIn(text, resultId);
  if (id !== null) return { id };
  const isResult = !isChoice && resultRoles.has(nameIn(text, role) ?? '');
  return isResult || resultId !== null ? { id: null } : null;
}

/** UTF-16 code units of a content: of the string, or of the texts among its parts. */
export function charactersOf(text: Text, content: Value | null): number {
  if (content?.kind === Kind.string) return decodedLength(text, content);
  if (content?.kind !== Kind.array) return 0;
  let sum = 0;
  for (const part of itemsOf(content, 0, maxParts)) {
    const said = textOfPart(text, part);
    if (said !== null) sum += decodedLength(text, said);
  }
  return sum;
}

/** The text of a content part; null if it has none. */
export function textOfPart(text: Text, part: Value): Value | null {
  if (part.kind === Kind.string) return part;
  if (part.kind !== Kind.object) return null;
  const said = memberCalled(text, part, 'text');
  return said?.kind === Kind.string ? said : null;
}
