import type { Document } from '../../document';
import { Kind } from '../../syntax/nodeKind';
import { childCount, childrenOf, childWithKey, type Node, stringValue } from '../../syntax/nodes';
import { memberNamed } from '../namedMember';
import { companion, partNames } from '../partNames';
import type { Call, GroupSubject, Tool, TrajectorySubject, Turn } from './hint';
import { jsonIn, type Place } from './json';
import { toolSchemaOf } from './toolSchema';

/** Chat formats call the text of a call's arguments so. No schema names it: it stands inside a companion. */
const callArguments = 'arguments';
/** Roles that chat formats give to the result of a call; the second is that of the older form. */
const resultRoles: ReadonlySet<string | null> = new Set(['tool', 'function']);

/** Messages of one conversation that hints look at. */
export const mostMessages = 2000;

/** A group for the rules of hints. */
export function groupSubject(
  document: Document,
  group: Node,
  rewards: readonly (number | null)[],
): GroupSubject {
  const array = memberNamed(document, group, document.engine.schemas.names.trajectories);
  return { place: array?.key ?? bracketOf(group), rewards };
}

/** A trajectory for the rules of hints; null where its messages are too many, or something else. */
export function trajectorySubject(document: Document, trajectory: Node): TrajectorySubject | null {
  const { schemas } = document.engine;
  const messages = memberNamed(document, trajectory, schemas.names.messages);
  const tools = memberNamed(document, trajectory, partNames(schemas).tools);
  if (trajectory.kind !== Kind.object || (messages !== null && messages.kind !== Kind.array)) return null;
  if (messages !== null && childCount(messages) > mostMessages) return null;
  return {
    place: messages?.key ?? bracketOf(trajectory),
    turns: messages === null ? [] : [...childrenOf(messages)].map((item) => turnOf(document, item)),
    // Tools that are no array are a problem of their own.
    hasTools: tools !== null && (tools.kind !== Kind.array || childCount(tools) > 0),
    tools: tools?.kind === Kind.array ? toolsOf(document, tools) : [],
  };
}

/** A message, or a choice, of which the message is looked at. */
function turnOf(document: Document, item: Node): Turn {
  const numberOf = (name: string): number => document.engine.schemas.grammar.vocabulary.numberOf(name);
  const inner = membersByNumber(item).get(numberOf(companion.message));
  const isChoice = inner?.kind === Kind.object;
  const members = membersByNumber(isChoice ? inner : item);
  const stringOf = (name: string): string | null => {
    const node = members.get(numberOf(name));
    return node === undefined ? null : stringValue(document.text, node);
  };
  const calls: Call[] = [];
  const called = members.get(numberOf(companion.toolCalls));
  for (const call of called?.kind === Kind.array ? childrenOf(called) : []) {
    if (call.kind === Kind.object) calls.push(callOf(document, call));
  }
  const older = members.get(numberOf(companion.functionCall));
  if (older?.kind === Kind.object) calls.push(olderCallOf(document, older));
  const { role: roleName } = partNames(document.engine.schemas);
  const role = isChoice ? null : stringOf(roleName);
  const id = stringOf(companion.resultId);
  const place = members.get(numberOf(id === null ? roleName : companion.resultId));
  const isResult = place !== undefined && (id !== null || resultRoles.has(role));
  return { role, calls, result: isResult ? { place, id } : null };
}

function callOf(document: Document, call: Node): Call {
  const called = memberNamed(document, call, partNames(document.engine.schemas).function);
  const id = memberNamed(document, call, companion.callId);
  const made = olderCallOf(document, called?.kind === Kind.object ? called : call);
  return id === null ? made : { ...made, place: id, id: stringValue(document.text, id) };
}

/** The older form of a call is the function alone, without an id. */
function olderCallOf(document: Document, called: Node): Call {
  const { text, engine } = document;
  const name = memberNamed(document, called, partNames(engine.schemas).functionName);
  const given = childWithKey(text, called, callArguments);
  return {
    place: name ?? bracketOf(called),
    id: null,
    name: name && stringValue(text, name),
    arguments: given && jsonIn(document, given),
  };
}

/** Tools, and what of their functions is documented as an object of its own: the parameters. */
function toolsOf(document: Document, tools: Node): Tool[] {
  const { trajectory } = document.engine.schemas;
  const names = partNames(document.engine.schemas);
  const called = trajectory.properties!.get(names.tools)!.items!.properties!.get(names.function)!;
  const parametersName = [...called.properties!].find(([, { type }]) => type === 'object')![0];
  return [...childrenOf(tools)].map((tool) => {
    const own = memberNamed(document, tool, names.function);
    const name = own && memberNamed(document, own, names.functionName);
    const node = own && memberNamed(document, own, parametersName);
    const parameters = node?.kind === Kind.object ? jsonIn(document, node) : null;
    return {
      name: name && stringValue(document.text, name),
      parameters,
      schema: () => parameters && toolSchemaOf(parameters, document.options),
    };
  });
}

/** The members of an object whose names have a number; of several with one name the last. */
function membersByNumber(object: Node): Map<number, Node> {
  const members = new Map<number, Node>();
  if (object.kind !== Kind.object) return members;
  for (const child of childrenOf(object)) {
    if (child.key !== null && child.key.number > 0) members.set(child.key.number, child);
  }
  return members;
}

function bracketOf({ from }: Node): Place {
  return { from, to: from + 1 };
}
