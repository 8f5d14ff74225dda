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

/** A trajectory as far as hints look at it. */
export interface Trajectory {
  /** Where its messages are named, or its opening bracket where they are missing. */
  readonly range: Range;
  /** The messages and choices, in order, and all calls in them. */
  readonly turns: readonly Turn[];
  readonly calls: readonly Call[];
  /** Null where they are something else than an array, which is a problem of its own. */
  readonly tools: readonly Tool[] | null;
}

export interface Tool {
  /** The decoded name; null where there is none. */
  readonly name: string | null;
  /** The parameters, where they are an object. */
  readonly parameters: Json | null;
}

/** A message, or a choice. */
export interface Turn {
  /** Null for an item that is a choice, or of a shape that nothing is known of. */
  readonly role: string | null;
  readonly calls: readonly Call[];
  /** What it answers to a call: it says to which, or its role is that of a result. Null where it is none. */
  readonly result: Result | null;
}

/** A message has the result of a call. */
export interface Result extends Pick<Call, 'range' | 'id'> {
  /** Where it says nowhere which call it answers: its own id, which programs write there instead. */
  readonly own: { readonly key: Range; readonly id: string } | null;
}

/** A message calls a tool. */
export interface Call {
  readonly range: Range;
  /** The decoded id; null where there is none. */
  readonly id: string | null;
  /** The decoded name of the tool; null where there is none. */
  readonly name: string | null;
  /** The arguments, where they are a string or an object. */
  readonly arguments: Json | null;
  /** Whether a result stands in the call itself, or in the message that makes it. */
  readonly hasResult: boolean;
}

export type ReportHint = (code: Code, range: Range, message: string, fix?: Fix) => void;

/**
 * An explanation of what is documented to be valid and yet may not be what was meant. What training makes of
 * it is not documented, so it is never more than information. A rule that may take long gives work.
 */
export type HintRule = (trajectory: Trajectory, report: ReportHint) => Work<void> | void;

/** Chat formats call the text of a call's arguments so. No schema names it: it stands inside a companion. */
const callArguments = 'arguments';
/** Roles that chat formats give to the result of a call; the second is that of the older form. */
const resultRoles: ReadonlySet<string | null> = new Set(['tool', 'function']);

/** Hints look at conversations of so many messages, with so many calls in all of them, and of so many tools. */
export const max = { messages: 2000, calls: 10_000, tools: 1000 };
/** Calls and tools that are read between two breaks. */
const yieldEvery = 100;

/** A trajectory for the rules of hints; null where it or its messages are something else. */
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

/** Whether the messages have another name, which is a problem that says so. */
function areMessagesMisnamed({ text, engine }: Document, node: Node): boolean {
  const { trajectory, names } = engine.schemas;
  const has = (name: string): boolean => childWithKey(text, node, name) !== null;
  for (const { key, index } of childrenOf(node)) {
    if (index >= maxMembers) return false;
    if (key !== null && didYouMean(keyName(text, key), trajectory, has) === names.messages) return true;
  }
  return false;
}

/** A place where there is something to say of all that a bracket opens. */
export function bracketOf({ from }: Node): Range {
  return { from, to: from + 1 };
}

/** A message, or a choice, of which the message is looked at; null where it has more calls than it may. */
function* turnOf(document: Document, item: Node, limit: number): Work<Turn | null> {
  const { role: roleName } = partNames(document.engine.schemas);
  const inner = memberNamed(document, item, companion.message);
  const isChoice = inner?.kind === Kind.object;
  const message = isChoice ? inner : item;
  const called = memberNamed(document, message, companion.toolCalls);
  const older = memberNamed(document, message, companion.functionCall);
  if (countOf(called) + (older === null ? 0 : 1) > limit) return null;
  const calls: Call[] = [];
  const hasResult = [item, message].some((holder) => holdsResult(document, holder));
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

/** Programs that keep a result with its call have no common name for it. */
const resultName = /(result|output|response|observation)s?$/i;
/** Members of a trajectory, a message or a call that are looked at. */
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
