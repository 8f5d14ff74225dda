import { memberNamed, membersOf } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { didYouMean } from '../../schema/didYouMean';
import { companion, partNames } from '../../schema/partNames';
import type { Code, Fix } from '../../schema/problem';
import type { Schemas } from '../../schema/schema';
import { Kind } from '../../syntax/tree/nodeKind';
import {
  childCount,
  childrenOf,
  childWithKey,
  type Key,
  keyName,
  type Node,
  stringValue,
} from '../../syntax/tree/nodes';
import type { Range } from '../../text/range';
import type { Text } from '../../text/text';
import type { Work } from '../../work';
import { type Json, jsonIn } from './json';

/** What hints need of a trajectory. */
export interface Trajectory {
  /** The key of its messages, or its opening bracket if they are missing. */
  readonly range: Range;
  /** The messages and choices, in order, and all calls in them. */
  readonly turns: readonly Turn[];
  readonly calls: readonly Call[];
  /** Null if they are not an array, which is a separate problem. */
  readonly tools: readonly Tool[] | null;
}

export interface Tool {
  /** The decoded name; null if there is none. */
  readonly name: string | null;
  /** The parameters, if they are an object. */
  readonly parameters: Json | null;
}

/** A message or choice. */
export interface Turn {
  /** Null for a choice, and for an item of unknown shape. */
  readonly role: string | null;
  readonly calls: readonly Call[];
  /** Set if it is a result: it has the id of a call, or the role of a result. */
  readonly result: Result | null;
}

/** The result of a call, in a message. */
export interface Result extends Pick<Call, 'range' | 'id'> {
  /** If it has no call id: the message's own id, which some programs write instead. */
  readonly own: { readonly key: Range; readonly id: string } | null;
}

/** A tool call in a message. */
export interface Call {
  readonly range: Range;
  /** The decoded id; null if there is none. */
  readonly id: string | null;
  /** The decoded name of the tool; null if there is none. */
  readonly name: string | null;
  /** The arguments, if they are a string or object. */
  readonly arguments: Json | null;
  /** Whether the call itself, or the message that makes it, contains a result. */
  readonly hasResult: boolean;
}

export type ReportHint = (code: Code, range: Range, message: string, fix?: Fix) => void;

/**
 * Explains data that is documented as valid but may not be what was meant. What training does with it is not
 * documented, so hints are never more than information. A slow rule returns work.
 */
export type HintRule = (trajectory: Trajectory, report: ReportHint) => Work<void> | void;

/** Chat formats' key for a call's arguments. No schema names it, because it is inside a companion. */
const callArguments = 'arguments';
/** Roles of a call's result in chat formats; the second is that of the older form. */
const resultRoles: ReadonlySet<string | null> = new Set(['tool', 'function']);

/** Maximum messages, calls and tools of a conversation that hints check, and its maximum length in code units. */
export const max = { messages: 2000, calls: 10_000, tools: 1000, length: 2 ** 24 };
/** Calls and tools read between two yields. */
const yieldEvery = 100;

/** Reads a trajectory for the hint rules; null if it, or its messages, have another shape. */
export function* trajectoryOf(document: Document, node: Node): Work<Trajectory | 'too long' | null> {
  const { schemas } = document.engine;
  const messages = memberNamed(document, node, schemas.names.messages);
  const tools = memberNamed(document, node, partNames(schemas).tools);
  if (node.kind !== Kind.object || (messages !== null && messages.kind !== Kind.array)) return null;
  if (messages === null && areMessagesMisnamed(document, node)) return null;
  const isKnown = tools === null || tools.kind === Kind.array;
  if (countOf(messages) > max.messages || countOf(tools) > max.tools) return 'too long';
  const turns: Turn[] = [];
  const calls: Call[] = [];
  for (const item of itemsOf(messages)) {
    const message = messageOf(document, item);
    // Few messages have calls.
    const made =
      message.callCount === 0 ? noCalls : yield* callsOf(document, message, max.calls - calls.length);
    if (made === null) return 'too long';
    turns.push(turnOf(document, message, made));
    for (const call of made) calls.push(call);
    yield;
  }
  const defined: Tool[] = [];
  for (const tool of itemsOf(tools)) {
    defined.push(toolOf(document, tool));
    if (defined.length % yieldEvery === 0) yield;
  }
  return { range: messages?.key ?? bracketOf(node), turns, calls, tools: isKnown ? defined : null };
}

/** Whether the messages have a wrong name, which is reported as a problem. */
function areMessagesMisnamed({ text, engine }: Document, node: Node): boolean {
  const { trajectory, names } = engine.schemas;
  const has = (name: string): boolean => childWithKey(text, node, name) !== null;
  for (const { key, index } of childrenOf(node)) {
    if (index >= maxMembers) return false;
    if (key !== null && didYouMean(keyName(text, key), trajectory, has) === names.messages) return true;
  }
  return false;
}

/** The range to mark for a whole container: its bracket. */
export function bracketOf({ from }: Node): Range {
  return { from, to: from + 1 };
}

/** A message, or the message of a choice. */
interface Message {
  readonly item: Node;
  readonly own: Node;
  readonly isChoice: boolean;
  readonly member: (name: string) => Node | null;
  readonly called: Node | null;
  readonly older: Node | null;
  readonly callCount: number;
}

const noCalls: readonly Call[] = [];

function messageOf(document: Document, item: Node): Message {
  const ofItem = membersOf(document, item);
  const inner = ofItem(companion.message);
  const isChoice = inner?.kind === Kind.object;
  const own = isChoice ? inner : item;
  const member = isChoice ? membersOf(document, inner) : ofItem;
  const called = member(companion.toolCalls);
  const older = member(companion.functionCall);
  const callCount = countOf(called) + (older === null ? 0 : 1);
  return { item, own, isChoice, member, called, older, callCount };
}

/** The calls of a message; null if it has more than `limit`. */
function* callsOf(
  document: Document,
  { item, own, called, older, callCount }: Message,
  limit: number,
): Work<readonly Call[] | null> {
  if (callCount > limit) return null;
  const calls: Call[] = [];
  const hasResult = holdsResult(document, item) || (own !== item && holdsResult(document, own));
  for (const call of [...itemsOf(called), older]) {
    if (call?.kind !== Kind.object) continue;
    calls.push(callOf(document, call, hasResult));
    if (calls.length % yieldEvery === 0) yield;
  }
  return calls;
}

function turnOf(document: Document, { member, isChoice }: Message, calls: readonly Call[]): Turn {
  const { role: roleName } = partNames(document.engine.schemas);
  const role = isChoice ? null : stringIn(document, member(roleName));
  const id = stringIn(document, member(companion.resultId));
  const range = member(id === null ? roleName : companion.resultId);
  const isResult = range !== null && (id !== null || resultRoles.has(role));
  const own = isResult && id === null ? ownId(document, member(companion.callId)) : null;
  return { role, calls, result: isResult ? { range, id, own } : null };
}

function ownId(document: Document, node: Node | null): Result['own'] {
  const id = node && stringValue(document.text, node);
  return id === null || node?.key == null ? null : { key: node.key, id };
}

/** Programs that store results with their calls have no common name for them. */
const resultName = /(result|output|response|observation)s?$/i;
/** Members of a trajectory, message or call to inspect. */
const maxMembers = 50;

function holdsResult({ text, engine }: Document, object: Node): boolean {
  for (const { key, index } of object.kind === Kind.object ? childrenOf(object) : []) {
    if (index >= maxMembers) break;
    if (key !== null && isResultName(text, key, engine.schemas)) return true;
  }
  return false;
}

/** Cache: whether names in the vocabulary, by their numbers, are names of results. Most keys are in it. */
const resultNumbers = new WeakMap<Schemas, Map<number, boolean>>();

function isResultName(text: Text, key: Key, schemas: Schemas): boolean {
  const { number } = key;
  if (number === 0) return resultName.test(keyName(text, key));
  let numbers = resultNumbers.get(schemas);
  if (numbers === undefined) resultNumbers.set(schemas, (numbers = new Map()));
  let isResult = numbers.get(number);
  if (isResult === undefined) numbers.set(number, (isResult = resultName.test(keyName(text, key))));
  return isResult;
}

/** The older form of a call is the function alone, without an id. */
function callOf(document: Document, call: Node, hasResult: boolean): Call {
  const { function: own, functionName } = partNames(document.engine.schemas);
  const ofCall = membersOf(document, call);
  const inner = ofCall(own);
  const isInner = inner?.kind === Kind.object;
  const called = isInner ? inner : call;
  const name = (isInner ? membersOf(document, inner) : ofCall)(functionName);
  const id = ofCall(companion.callId);
  const given = childWithKey(document.text, called, callArguments);
  return {
    range: id ?? name ?? bracketOf(called),
    id: stringIn(document, id),
    name: stringIn(document, name),
    arguments: given && jsonIn(document, given),
    hasResult: hasResult || holdsResult(document, call),
  };
}

function toolOf(document: Document, tool: Node): Tool {
  const names = partNames(document.engine.schemas);
  const own = memberNamed(document, tool, names.function);
  const node = own && memberNamed(document, own, names.parameters);
  return {
    name: own && stringIn(document, memberNamed(document, own, names.functionName)),
    parameters: node?.kind === Kind.object ? jsonIn(document, node) : null,
  };
}

function countOf(array: Node | null): number {
  return array?.kind === Kind.array ? childCount(array) : 0;
}

function itemsOf(array: Node | null): Node[] {
  return array?.kind === Kind.array ? [...childrenOf(array)] : [];
}

function stringIn({ text }: Document, node: Node | null): string | null {
  return node && stringValue(text, node);
}
