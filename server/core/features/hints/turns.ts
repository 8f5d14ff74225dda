import { type Key, keyOf, keysIn, memberCalled } from '../../collection/reading/members';
import { type Fields, fieldsOf, pick } from '../../collection/reading/pick';
import { countIn, itemsOf, rowAfter, type Value } from '../../collection/reading/values';
import type { Document } from '../../document';
import { resultRoles } from '../../schema/chatRoles';
import { companion, partNames } from '../../schema/partNames';
import type { Schemas } from '../../schema/schema';
import { Column, stride } from '../../syntax/layout';
import { Kind } from '../../syntax/tree/nodeKind';
import { keyName, nameValue } from '../../syntax/tree/strings';
import { flagsOf, keyNumberOf, kindOf } from '../../syntax/tree/tree';
import { apostrophe } from '../../text/characters';
import { charAt, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { misspeltRole } from './misspeltRoles';
import { jsonIn } from './schemas/json';
import { bracketOf, type Call, type Result, type Tool, type Turn } from './trajectory';

/** Calls read between two yields. */
const yieldEvery = 100;

/** Indices of a message's members in its fields; `ownId` is the id of the message itself. */
export const MessageField = { message: 0, role: 1, toolCalls: 2, functionCall: 3, resultId: 4, ownId: 5 };

/** Indices of a call's members in its fields. */
export const CallField = { id: 0, function: 1, name: 2 };

/** The members that hints read, by their numbers in the vocabulary, and whether a key is that of a result. */
interface HintFields {
  /** In a message, in the order of `MessageField`. */
  readonly message: Fields;
  /** Messages with nothing else that hints read, by their role. */
  readonly plainTurns: ReadonlyMap<string, Turn>;
  /** In a call: its id, its function, and the name of the tool if there is no function. */
  readonly call: Fields;
  /** In a function: its name and parameters. */
  readonly function: Fields;
  /** In a tool: its function. */
  readonly tool: Fields;
  /** By key number. Most keys are in the vocabulary. */
  readonly isResult: Map<number, boolean>;
}

const noCalls: readonly Call[] = [];
/** Roles that do not mark a result. */
const plainRoles = ['assistant', 'user', 'system', 'developer'];
const maxRoleLength = Math.max(...plainRoles.map((role) => role.length));

/** Cache: depends on the schemas alone. */
const known = new WeakMap<Schemas, HintFields>();

export function hintFields(schemas: Schemas): HintFields {
  let fields = known.get(schemas);
  if (fields === undefined) known.set(schemas, (fields = readFields(schemas)));
  return fields;
}

function readFields(schemas: Schemas): HintFields {
  const names = partNames(schemas);
  const of = (...members: readonly string[]): Fields => fieldsOf(schemas.grammar.vocabulary, members);
  const { message, toolCalls, functionCall, resultId, callId } = companion;
  return {
    message: of(message, names.role, toolCalls, functionCall, resultId, callId),
    plainTurns: new Map(
      plainRoles.map((role) => [role, { role, misspelt: null, calls: noCalls, result: null }]),
    ),
    call: of(callId, names.function, names.functionName),
    function: of(names.functionName, names.parameters),
    tool: of(names.function),
    isResult: new Map(),
  };
}

/** Reads a message or choice; null if it has more than `limit` calls. */
export function* turnOf(document: Document, item: Value, limit: number): Work<Turn | null> {
  const fields = hintFields(document.engine.schemas);
  const plain = plainTurn(document, item, fields);
  if (plain !== null) return plain;
  const outer = pick(item, fields.message);
  const [inner] = outer;
  const isChoice = inner?.kind === Kind.object;
  const [, role, called, older, resultId, ownId] = isChoice ? pick(inner, fields.message) : outer;
  const count = countOf(called) + (older == null ? 0 : 1);
  if (count > limit) return null;
  const holder = isChoice ? [item, inner] : [item];
  const calls = count === 0 ? noCalls : yield* callsOf(document, { called, older, holder });
  const roleName = isChoice ? null : stringIn(document, role);
  const id = stringIn(document, resultId);
  const range = id === null ? role : resultId;
  const isResult = range != null && (id !== null || resultRoles.has(roleName ?? ''));
  const own = isResult && id === null ? ownIdOf(document, ownId) : null;
  const misspelt =
    roleName === null ? null : misspeltRole(roleName, role!, partNames(document.engine.schemas).role);
  return { role: roleName, misspelt, calls, result: isResult ? { range, id, own } : null };
}

/**
 * The turn of a message with a plain role and nothing else that hints read, as most have; null for any other. Creates
 * almost no objects, because a file may have millions of messages.
 */
function plainTurn({ text }: Document, { kind, part, row, offset }: Value, fields: HintFields): Turn | null {
  if (kind !== Kind.object || part.type !== 'pack') return null;
  const { slots } = fields.message;
  let role = -1;
  const end = rowAfter(part, row);
  for (let child = row + 1; child < end; child = rowAfter(part, child)) {
    const info = part.rows[child * stride]!;
    const field = kindOf(info) === Kind.key ? slots[keyNumberOf(info)]! - 1 : -1;
    if (field === MessageField.role && role < 0) role = child + 1;
    else if (field >= 0 && field !== MessageField.ownId) return null;
  }
  const at = role * stride;
  if (role < 0 || kindOf(part.rows[at]!) !== Kind.string || flagsOf(part.rows[at]!) !== 0) return null;
  const [from, to] = [part.rows[at + Column.from]! + 1, part.rows[at + Column.to]! - 1];
  if (to - from > maxRoleLength) return null;
  return fields.plainTurns.get(sliceText(text, offset + from, offset + to)) ?? null;
}

type Maybe = Value | null | undefined;

/** One call in place of the list of calls is reported as a problem, but its result belongs to it. */
function countOf(called: Maybe): number {
  return called?.kind === Kind.array ? countIn(called) : called?.kind === Kind.object ? 1 : 0;
}

/** The calls of a message. `holder` is what may hold their results: the message and the choice around it. */
function* callsOf(
  document: Document,
  {
    called,
    older,
    holder,
  }: { readonly called: Maybe; readonly older: Maybe; readonly holder: readonly Value[] },
): Work<readonly Call[]> {
  const calls: Call[] = [];
  const hasResult = holder.some((object) => holdsResult(document, object));
  const listed = called?.kind === Kind.array ? itemsOf(called, 0, Infinity) : [called];
  for (const call of [...listed, older]) {
    if (call?.kind !== Kind.object) continue;
    calls.push(callOf(document, call, hasResult));
    if (calls.length % yieldEvery === 0) yield;
  }
  return calls;
}

function ownIdOf(document: Document, value: Maybe): Result['own'] {
  const id = stringIn(document, value);
  return id === null ? null : { key: keyOf(value!), id };
}

/** Programs that store results with their calls have no common name for them. */
const resultName = /(result|output|response|observation)s?$/i;
/** Members of a message or call to inspect. */
const maxMembers = 50;

function holdsResult({ text, engine }: Document, object: Value): boolean {
  const { isResult } = hintFields(engine.schemas);
  return keysIn(object, maxMembers).some((key) => isResultName(text, key, isResult));
}

function isResultName(text: Text, key: Key, isResult: Map<number, boolean>): boolean {
  const { number } = key;
  if (number === 0) return resultName.test(keyName(text, key));
  let known = isResult.get(number);
  if (known === undefined) isResult.set(number, (known = resultName.test(keyName(text, key))));
  return known;
}

/** The older form of a call is the function alone, without an id. */
function callOf(document: Document, call: Value, hasResult: boolean): Call {
  const fields = hintFields(document.engine.schemas);
  const [id, own, outerName] = pick(call, fields.call);
  const isInner = own?.kind === Kind.object;
  const called = isInner ? own : call;
  const name = isInner ? pick(own, fields.function)[0] : outerName;
  const given = memberCalled(document.text, called, companion.callArguments);
  return {
    range: id ?? name ?? bracketOf(called),
    id: stringIn(document, id),
    name: stringIn(document, name),
    arguments: given && jsonIn(document, given),
    hasResult: hasResult || holdsResult(document, call),
  };
}

/** The definition of a tool. */
export function toolOf(document: Document, tool: Value): Tool {
  const fields = hintFields(document.engine.schemas);
  const [own] = pick(tool, fields.tool);
  const [name, parameters] = own == null ? [] : pick(own, fields.function);
  return {
    name: stringIn(document, name),
    parameters: parameters?.kind === Kind.object ? jsonIn(document, parameters) : null,
  };
}

/** A string, also one in single quotes: the calls and results of a line that Python printed belong together, too. */
function stringIn({ text }: Document, value: Maybe): string | null {
  if (value?.kind !== Kind.string) return null;
  const isOdd = charAt(text, value.from) === apostrophe && charAt(text, value.to - 1) === apostrophe;
  return isOdd ? keyName(text, value) : nameValue(text, value);
}
