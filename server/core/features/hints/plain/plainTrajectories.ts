import { memberNamed } from '../../../collection/reading/namedMember';
import { rowAfter } from '../../../collection/reading/values';
import type { Document, DocumentOptions } from '../../../document';
import { chatRoles, otherRoles, resultRoles } from '../../../schema/chatRoles';
import { companion, partNames } from '../../../schema/partNames';
import { Column, stride } from '../../../syntax/layout';
import type { Node } from '../../../syntax/nodes/node';
import { Flag } from '../../../syntax/tokens/token';
import { Kind } from '../../../syntax/tree/nodeKind';
import { decodeString } from '../../../syntax/tree/strings';
import { type Branch, flagsOf, kindOf, type Pack } from '../../../syntax/tree/tree';
import { quote } from '../../../text/characters';
import { unitsOf } from '../../../text/chunks';
import type { Range } from '../../../text/range';
import { sliceText } from '../../../text/text';
import type { Work } from '../../../work';
import { maxArgumentsLength } from '../callArguments';
import type { CallsAndTools } from '../missingTools';
import { roleMeant } from '../misspeltRoles';
import { max } from '../readTrajectory';
import { parseJson } from '../schemas/json';
import type { Tool } from '../trajectory';
import { CallField, hintFields, MessageField } from '../turns';
import { checkOf, type DefinedTools, KnownTools, noTools } from './knownTools';
import { Members } from './members';
import { OpenCalls } from './openCalls';
import { Units } from './units';

const functionName = 0;
const spelledArguments = unitsOf(companion.callArguments);
const knownRoles = chatRoles.map((role) => ({ role, units: unitsOf(role) }));

/** Arguments of a call that are read when the rest of the trajectory is known to be plain. */
interface Given {
  readonly from: number;
  readonly to: number;
  readonly flags: number;
  readonly name: { readonly from: number; readonly to: number };
}

/** One for each document: its options are the same object through all edits. */
const kept = new WeakMap<DocumentOptions, PlainTrajectories>();

export function plainTrajectoriesOf({ options, engine }: Document): PlainTrajectories {
  let known = kept.get(options);
  if (known === undefined) kept.set(options, (known = new PlainTrajectories(hintFields(engine.schemas))));
  return known;
}

/**
 * Reads trajectories on which no rule for hints reports anything but missing tools, as nearly all are, without an object
 * for each message and call: a file may have millions. It may miss one, which is then read for the rules.
 */
class PlainTrajectories {
  private readonly units = new Units();
  private readonly calls = new OpenCalls();
  private readonly known = new KnownTools();
  private readonly message: Members;
  private readonly choice: Members;
  private readonly call: Members;
  private readonly called: Members;
  private given: Given[] = [];
  private turns = 0;
  /** One past the last turn without calls. */
  private talkEnd = 0;
  private hasSpoken = false;
  /** The id of the first call. */
  private firstCall: Range | null = null;

  constructor(fields: ReturnType<typeof hintFields>) {
    this.message = new Members(fields.message);
    this.choice = new Members(fields.message);
    this.call = new Members(fields.call);
    this.called = new Members(fields.function);
  }

  /** Reads a trajectory; null if a rule other than that for missing tools may report something. */
  *read(document: Document, node: Node): Work<CallsAndTools | null> {
    const { schemas } = document.engine;
    this.units.enter(document.text);
    const messages = memberNamed(document, node, schemas.names.messages);
    if (messages?.kind !== Kind.array) return null;
    const array = memberNamed(document, node, partNames(schemas).tools);
    const tools =
      array === null ? noTools : array.kind === Kind.array ? this.known.find(this.units, array) : null;
    if (tools === null || !this.arePlain(messages)) return null;
    const calls = this.firstCall === null ? [] : [{ range: this.firstCall }];
    const isPlain = yield* this.areArgumentsPlain(document, tools);
    return isPlain ? { calls, tools: tools.named } : null;
  }

  /** Remembers the tools of a trajectory that was read. */
  *remember(document: Document, node: Node, tools: readonly Tool[] | null): Work<void> {
    const array = memberNamed(document, node, partNames(document.engine.schemas).tools);
    if (tools === null || array === null) return;
    this.units.enter(document.text);
    yield* this.known.remember(this.units, array, tools);
  }

  private *areArgumentsPlain({ text }: Document, tools: DefinedTools): Work<boolean> {
    const { units, given } = this;
    for (const { from, to, flags, name } of given) {
      // Another trajectory may have been read since the last step.
      units.enter(text);
      const token = sliceText(text, from, to);
      const read = parseJson(units.at(from) === quote ? decodeString(token, flags) : token);
      if (read === null) return false;
      const error = checkOf(tools, units, name)?.(read.value) ?? null;
      if (error !== null) return false;
      yield;
    }
    return true;
  }

  private arePlain({ handle }: Node): boolean {
    this.calls.clear();
    this.given = [];
    this.turns = 0;
    this.talkEnd = 0;
    this.hasSpoken = false;
    this.firstCall = null;
    const { offset } = handle;
    if (handle.type === 'row') {
      const { pack, row } = handle;
      if (!this.readRows(pack, { from: row + 1, to: rowAfter(pack, row), offset })) return false;
    } else {
      const { parts, starts } = handle.branch;
      for (let i = 0; i < parts.length; i++) if (!this.readPart(parts[i]!, offset + starts[i]!)) return false;
    }
    return this.hasSpoken && this.calls.areAnsweredBefore(this.talkEnd);
  }

  private readPart(part: Pack | Branch, offset: number): boolean {
    if (part.type === 'pack') return this.readRows(part, { from: part.row, to: part.rowEnd, offset });
    return part.kind === Kind.object && this.message.readBranch(part, offset) && this.readMessage();
  }

  private readRows(pack: Pack, { from, to, offset }: { from: number; to: number; offset: number }): boolean {
    for (let row = from; row < to; row = rowAfter(pack, row)) {
      if (kindOf(pack.rows[row * stride]!) !== Kind.object) return false;
      if (!this.message.readRow(pack, row, offset) || !this.readMessage()) return false;
    }
    return true;
  }

  /** Reads the message whose members were found last; false if it is not plain. */
  private readMessage(): boolean {
    const { message } = this;
    if (++this.turns > max.messages) return false;
    const inner = message.kind(MessageField.message);
    if (inner === Kind.null) return this.readTurn(message, false);
    if (inner !== Kind.object) return false;
    const field = MessageField.message;
    const isRead = this.choice.readRow(message.pack(field), message.row(field), message.offset(field));
    return isRead && this.readTurn(this.choice, true);
  }

  private readTurn(members: Members, isChoice: boolean): boolean {
    if (members.kind(MessageField.functionCall) !== Kind.null) return false;
    const calls = this.calls.count;
    const called = members.kind(MessageField.toolCalls);
    if (called === Kind.object || (called === Kind.array && !this.readCalls(members))) return false;
    if (this.calls.count === calls) this.talkEnd = this.turns;
    const role = isChoice ? null : this.roleOf(members);
    if (role === undefined) return false;
    if (role === null) this.hasSpoken = true;
    const id = members.kind(MessageField.resultId);
    if (id !== Kind.string) return id === Kind.null && !resultRoles.has(role ?? '');
    return (
      members.flags(MessageField.resultId) === 0 &&
      this.calls.answer(this.units, content(members, MessageField.resultId))
    );
  }

  /** A role other than the model's; null for any other; undefined if it is not plain. */
  private roleOf(members: Members): string | null | undefined {
    if (members.kind(MessageField.role) !== Kind.string) return null;
    if (members.flags(MessageField.role) !== 0) return undefined;
    const { from, to } = content(members, MessageField.role);
    for (const { role, units } of knownRoles)
      if (units.length === to - from && this.units.areAt(from, units, { start: 0, end: units.length }))
        return otherRoles.has(role) ? role : null;
    return roleMeant(this.units.slice(from, to)) === null ? null : undefined;
  }

  private readCalls(members: Members): boolean {
    const pack = members.pack(MessageField.toolCalls);
    const row = members.row(MessageField.toolCalls);
    const offset = members.offset(MessageField.toolCalls);
    const end = rowAfter(pack, row);
    for (let item = row + 1; item < end; item = rowAfter(pack, item)) {
      if (kindOf(pack.rows[item * stride]!) !== Kind.object) return false;
      if (!this.call.readRow(pack, item, offset) || !this.readCall()) return false;
    }
    return true;
  }

  private readCall(): boolean {
    const { call, called, units } = this;
    if (call.kind(CallField.id) !== Kind.string || call.flags(CallField.id) !== 0) return false;
    if (call.kind(CallField.function) !== Kind.object) return false;
    if (!this.calls.add(units, content(call, CallField.id), this.turns)) return false;
    this.firstCall ??= { from: call.from(CallField.id), to: call.to(CallField.id) };
    const pack = call.pack(CallField.function);
    const row = call.row(CallField.function);
    const offset = call.offset(CallField.function);
    if (!called.readRow(pack, row, offset)) return false;
    if (called.kind(functionName) !== Kind.string || called.flags(functionName) !== 0) return false;
    const given = this.argumentsIn(pack, row, offset);
    if (given === undefined) return false;
    if (given < 0) return true;
    const at = given * stride;
    const info = pack.rows[at]!;
    const [from, to] = [offset + pack.rows[at + Column.from]!, offset + pack.rows[at + Column.to]!];
    const kind = kindOf(info);
    if (kind === Kind.string && (flagsOf(info) & ~(Flag.escapes | Flag.replaced)) !== 0) return false;
    if ((kind !== Kind.string && kind !== Kind.object) || to - from > maxArgumentsLength) return true;
    this.given.push({ from, to, flags: flagsOf(info), name: content(called, functionName) });
    return true;
  }

  /** The row of a call's arguments; -1 if there are none, undefined if they are not plain. */
  private argumentsIn(pack: Pack, object: number, offset: number): number | undefined {
    let found = -1;
    const end = rowAfter(pack, object);
    for (let row = object + 1; row < end; row = rowAfter(pack, row)) {
      const at = row * stride;
      const info = pack.rows[at]!;
      if (kindOf(info) !== Kind.key || flagsOf(info) !== 0 || rowAfter(pack, row) === row + 1)
        return undefined;
      const from = pack.rows[at + Column.from]!;
      if (pack.rows[at + Column.to]! - from !== spelledArguments.length + 2) continue;
      const range = { start: 0, end: spelledArguments.length };
      if (!this.units.areAt(offset + from + 1, spelledArguments, range)) continue;
      if (found >= 0) return undefined;
      found = row + 1;
    }
    return found;
  }
}

/** The text between the quotes of a string. */
function content(members: Members, field: number): { readonly from: number; readonly to: number } {
  return { from: members.from(field) + 1, to: members.to(field) - 1 };
}
