import { memberNamed } from '../../collection/reading/namedMember';
import type { Document } from '../../document';
import { didYouMean } from '../../schema/didYouMean';
import { companion, partNames } from '../../schema/partNames';
import type { Code, Fix } from '../../schema/problem';
import { Kind } from '../../syntax/tree/nodeKind';
import {
  childCount,
  childrenOf,
  childWithKey,
  keyName,
  type Node,
  stringValue,
} from '../../syntax/tree/nodes';
import type { Range } from '../../text/range';
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
    const turn = yield* turnOf(document, item, max.calls - calls.length);
    if (turn === null) return 'too long';
    turns.push(turn);
    for (const call of turn.calls) calls.push(call);
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

/** Reads a message, or the message of a choice; null if it has more than `limit` calls. */
function* turnOf(document: Document, item: Node, limit: number): Work<Turn | null> {
  const { role: roleName } = partNames(document.engine.schemas);
  const inner = memberNamed(document, item, companion.message);
  const isChoice = inner?.kind === Kind.object;
  const message = isChoice ? inner : item;
  const called = memberNamed(document, message, companion.toolCalls);
  const older = memberNamed(document, message, companion.functionCall);
  if (countOf(called) + (older === null ? 0 : 1) > limit) return null;
  const calls: Call[] = [];
  // Few messages have calls.
  const hasCalls = called !== null || older !== null;
  const hasResult = hasCalls && [item, message].some((holder) => holdsResult(document, holder));
  for (const call of [...itemsOf(called), older]) {
    if (call?.kind !== Kind.object) continue;
    calls.push(callOf(document, call, hasResult));
    if (calls.length % yieldEvery === 0) yield;
  }
  const role = isChoice ? null : stringUnder(document, message, roleName);
  const id = stringUnder(document, message, companion.resultId);
  const range = memberNamed(document, message, id === null ? roleName : companion.resultId);
  const isResult = range !== null && (id !== null || resultRoles.has(role));
  const own = id === null ? ownId(document, message) : null;
  return { role, calls, result: isResult ? { range, id, own } : null };
}

function ownId(document: Document, message: Node): Result['own'] {
  const node = memberNamed(document, message, companion.callId);
  const id = node && stringValue(document.text, node);
  return id === null || node?.key == null ? null : { key: node.key, id };
}

/** Programs that store results with their calls have no common name for them. */
const resultName = /(result|output|response|observation)s?$/i;
/** Members of a trajectory, message or call to inspect. */
const maxMembers = 50;

function holdsResult({ text }: Document, object: Node): boolean {
  for (const { key, index } of object.kind === Kind.object ? childrenOf(object) : []) {
    if (index >= maxMembers) break;
    if (key !== null && resultName.test(keyName(text, key))) return true;
  }
  return false;
}

/** The older form of a call is the function alone, without an id. */
function callOf(document: Document, call: Node, hasResult: boolean): Call {
  const { function: own, functionName } = partNames(document.engine.schemas);
  const inner = memberNamed(document, call, own);
  const called = inner?.kind === Kind.object ? inner : call;
  const id = memberNamed(document, call, companion.callId);
  const given = childWithKey(document.text, called, callArguments);
  return {
    range: id ?? memberNamed(document, called, functionName) ?? bracketOf(called),
    id: id && stringValue(document.text, id),
    name: stringUnder(document, called, functionName),
    arguments: given && jsonIn(document, given),
    hasResult: hasResult || holdsResult(document, call),
  };
}

function toolOf(document: Document, tool: Node): Tool {
  const names = partNames(document.engine.schemas);
  const own = memberNamed(document, tool, names.function);
  const node = own && memberNamed(document, own, names.parameters);
  return {
    name: own && stringUnder(document, own, names.functionName),
    parameters: node?.kind === Kind.object ? jsonIn(document, node) : null,
  };
}

function countOf(array: Node | null): number {
  return array?.kind === Kind.array ? childCount(array) : 0;
}

function itemsOf(array: Node | null): Node[] {
  return array?.kind === Kind.array ? [...childrenOf(array)] : [];
}

function stringUnder(document: Document, object: Node, name: string): string | null {
  const node = memberNamed(document, object, name);
  return node && stringValue(document.text, node);
}
