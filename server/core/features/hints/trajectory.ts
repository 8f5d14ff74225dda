import type { Document } from '../../document';
import type { Code } from '../../schema/problem';
import { Kind } from '../../syntax/nodeKind';
import { childCount, childrenOf, childWithKey, type Node, stringValue } from '../../syntax/nodes';
import type { Work } from '../../work';
import type { Range } from '../contentRange';
import { memberNamed } from '../namedMember';
import { companion, partNames } from '../partNames';
import { type Json, jsonIn } from './json';

/** A trajectory as far as hints look at it. */
export interface Trajectory {
  /** Where its messages are named, or its opening bracket where they are missing. */
  readonly place: Range;
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
  readonly result: Pick<Call, 'place' | 'id'> | null;
}

/** A message calls a tool. */
export interface Call {
  readonly place: Range;
  /** The decoded id; null where there is none. */
  readonly id: string | null;
  /** The decoded name of the tool; null where there is none. */
  readonly name: string | null;
  /** The arguments, where they are a string or an object. */
  readonly arguments: Json | null;
}

export type ReportHint = (code: Code, place: Range, message: string) => void;

/**
 * An explanation of what is documented to be valid and yet may not be what was meant. What training makes of
 * it is not documented, so it is never more than a hint. A rule that may take long gives work.
 */
export type HintRule = (trajectory: Trajectory, report: ReportHint) => Work<void> | void;

/** Chat formats call the text of a call's arguments so. No schema names it: it stands inside a companion. */
const callArguments = 'arguments';
/** Roles that chat formats give to the result of a call; the second is that of the older form. */
const resultRoles: ReadonlySet<string | null> = new Set(['tool', 'function']);

/** Messages of one conversation that hints look at. */
export const mostMessages = 2000;

/** A trajectory for the rules of hints; null where it or its messages are something else. */
export function trajectoryOf(document: Document, node: Node): Trajectory | 'too long' | null {
  const { schemas } = document.engine;
  const messages = memberNamed(document, node, schemas.names.messages);
  const tools = memberNamed(document, node, partNames(schemas).tools);
  if (node.kind !== Kind.object || (messages !== null && messages.kind !== Kind.array)) return null;
  if (messages !== null && childCount(messages) > mostMessages) return 'too long';
  const turns = itemsOf(messages).map((item) => turnOf(document, item));
  const isKnown = tools === null || tools.kind === Kind.array;
  return {
    place: messages?.key ?? bracketOf(node),
    turns,
    calls: turns.flatMap(({ calls }) => calls),
    tools: isKnown ? itemsOf(tools).map((tool) => toolOf(document, tool)) : null,
  };
}

/** A place where there is something to say of all that a bracket opens. */
export function bracketOf({ from }: Node): Range {
  return { from, to: from + 1 };
}

/** A message, or a choice, of which the message is looked at. */
function turnOf(document: Document, item: Node): Turn {
  const { role: roleName } = partNames(document.engine.schemas);
  const inner = memberNamed(document, item, companion.message);
  const isChoice = inner?.kind === Kind.object;
  const message = isChoice ? inner : item;
  const called = itemsOf(memberNamed(document, message, companion.toolCalls));
  const older = memberNamed(document, message, companion.functionCall);
  const calls = [...called, older].flatMap((call) =>
    call?.kind === Kind.object ? callOf(document, call) : [],
  );
  const role = isChoice ? null : stringUnder(document, message, roleName);
  const id = stringUnder(document, message, companion.resultId);
  const place = memberNamed(document, message, id === null ? roleName : companion.resultId);
  const isResult = place !== null && (id !== null || resultRoles.has(role));
  return { role, calls, result: isResult ? { place, id } : null };
}

/** The older form of a call is the function alone, without an id. */
function callOf(document: Document, call: Node): Call {
  const { function: own, functionName } = partNames(document.engine.schemas);
  const inner = memberNamed(document, call, own);
  const called = inner?.kind === Kind.object ? inner : call;
  const id = memberNamed(document, call, companion.callId);
  const given = childWithKey(document.text, called, callArguments);
  return {
    place: id ?? memberNamed(document, called, functionName) ?? bracketOf(called),
    id: id && stringValue(document.text, id),
    name: stringUnder(document, called, functionName),
    arguments: given && jsonIn(document, given),
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

function itemsOf(array: Node | null): Node[] {
  return array?.kind === Kind.array ? [...childrenOf(array)] : [];
}

function stringUnder(document: Document, object: Node, name: string): string | null {
  const node = memberNamed(document, object, name);
  return node && stringValue(document.text, node);
}
