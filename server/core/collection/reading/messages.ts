import type { Schemas } from '../../schema/schema';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Text } from '../../text/text';
import { type CollectionFields, collectionFields } from './fields';
import type { CallTurn } from './pairing';
import { decodedLength, nameIn } from './strings';
import { countIn, itemsOf, memberCalled, pick, type Value } from './values';

/** What is read of a document. */
export interface TextAndSchemas {
  readonly text: Text;
  readonly schemas: Schemas;
}

/** A message, or the message of a choice, taken apart. What is missing, or null, is null. */
export interface Message {
  readonly isChoice: boolean;
  readonly role: Value | null;
  readonly content: Value | null;
  readonly name: Value | null;
  readonly toolCalls: Value | null;
  readonly functionCall: Value | null;
  readonly resultId: Value | null;
  /** Of the choice, or of the message where it has one itself. */
  readonly finishReason: Value | null;
  readonly logprobs: Value | null;
  readonly reasoningContent: Value | null;
  readonly reasoning: Value | null;
}

/** Calls of one message that are looked at, and parts of its content. */
export const maxCalls = 1000;
const maxParts = 10_000;

/** Takes a message or a choice apart. */
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
  /** The function that is called, which holds name and arguments. */
  readonly called: Value;
  /** Whether it is of the older form: the function alone. */
  readonly isOlder: boolean;
  /** Whether the function stands under a name of its own in the call. */
  readonly isInside: boolean;
  /** Its place among the calls of the message that are in an array. */
  readonly index: number;
}

/** The calls of a message: as many as are looked at. */
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

/** How many calls there are, those that are not looked at included. */
export function countOfCalls({ toolCalls, functionCall }: Message): number {
  const listed = toolCalls?.kind === Kind.array ? countIn(toolCalls) : 0;
  return listed > maxCalls ? listed + (functionCall?.kind === Kind.object ? 1 : 0) : 0;
}

/** What a result says of the call that it answers; null for a message that is no result. */
export function resultOf(
  { text, schemas }: TextAndSchemas,
  { isChoice, role, resultId }: Message,
): CallTurn['result'] {
  const id = nameIn(text, resultId);
  if (id !== null) return { id };
  const isResult = !isChoice && collectionFields(schemas).resultRoles.includes(nameIn(text, role) ?? '');
  return isResult || resultId !== null ? { id: null } : null;
}

/** UTF-16 code units that a content says: those of a string, or of the texts among its parts. */
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

/** What a part of a content says; null where it is none of text. */
export function textOfPart(text: Text, part: Value): Value | null {
  if (part.kind === Kind.string) return part;
  if (part.kind !== Kind.object) return null;
  const said = memberCalled(text, part, 'text');
  return said?.kind === Kind.string ? said : null;
}
