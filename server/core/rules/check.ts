import type { Problem, Report } from '../schema/problem';
import type { Schema, Schemas } from '../schema/schema';
import { isDocumented } from '../schema/validate';
import { Column, stride } from '../syntax/layout';
import { Kind } from '../syntax/nodeKind';
import { decodeString } from '../syntax/nodes';
import { Flag } from '../syntax/token';
import { type Branch, flagsOf, keyNumberOf, kindOf, type Pack } from '../syntax/tree';
import { sliceText, type Text } from '../text/text';
import { ObjectsWith } from './layout';
import type { Member, Subject } from './rule';
import { type Candidate, prefiltered, type RuleSet } from './ruleSet';
import { valueRulesOf } from './tables';

/**
 * Checks one part at a time against what the interface documents. What is found is relative to the part, so
 * it holds for as long as the part does.
 */
export class Checker {
  private readonly text: Text;
  private readonly schemas: Schemas;
  private readonly ruleSet: RuleSet;
  private problems: Problem[] = [];
  private readonly report: Report = (problem) => this.problems.push(problem);

  constructor(text: Text, ruleSet: RuleSet) {
    this.text = text;
    this.ruleSet = ruleSet;
    this.schemas = ruleSet.schemas;
  }

  /** Problems of a branch itself: of its value and of its members' names, not of what its parts hold. */
  branch(branch: Branch, offset: number, place: Place): readonly Problem[] {
    this.problems = [];
    const key =
      branch.keyFrom < 0 ? null : this.name(offset, branch.keyFrom, branch.keyTo, flagsOf(branch.keyInfo));
    const subject: Subject = {
      kind: branch.kind,
      flags: branch.isClosed ? 0 : Flag.broken,
      from: branch.open,
      to: branch.valueTo,
      schema: place.schema,
      isRequired: key === null ? place.isRoot : place.container.required.has(key),
      hasKey: key !== null,
      name: () => key ?? place.itemName(),
      value: () => '',
      text: (from, to) => sliceText(this.text, offset + from, offset + to),
    };
    this.checkValue(subject);
    if (branch.kind === Kind.object) {
      // An object of another type than documented says nothing of its members, however large it is.
      const schema = isDocumented(place.schema, branch.kind) ? place.schema : this.schemas.anything;
      this.checkObject(schema, branch.open, this.membersOf(branch, offset));
    }
    return this.taken();
  }

  /** Problems of the members of a pack and everything in them. */
  pack(pack: Pack, offset: number, place: Omit<Place, 'schema'>): readonly Problem[] {
    this.problems = [];
    for (const candidate of prefiltered(this.ruleSet, pack, place.container)) {
      if (candidate.of === 'value') this.value({ pack, offset, place, ...candidate });
      else this.object(pack, offset, candidate);
    }
    return this.taken();
  }

  private value(look: Look): void {
    const { pack, offset, row, keyRow, aroundRow, schema, aroundSchema } = look;
    const at = row * stride;
    const info = pack.rows[at]!;
    const key = keyRow < 0 ? null : this.keyOf(pack, offset, keyRow);
    const from = pack.rows[at + Column.from]!;
    const to = pack.rows[at + Column.to]!;
    const subject: Subject = {
      kind: kindOf(info),
      flags: flagsOf(info),
      from,
      to,
      schema,
      isRequired: key === null ? aroundRow < 0 && look.place.isRoot : aroundSchema.required.has(key),
      hasKey: key !== null,
      name: () => key ?? this.itemName(look),
      value: () => decodeString(sliceText(this.text, offset + from, offset + to), flagsOf(info)),
      text: (from, to) => sliceText(this.text, offset + from, offset + to),
    };
    this.checkValue(subject);
  }

  private checkValue(subject: Subject): void {
    for (const rule of valueRulesOf(this.ruleSet.tables, subject.schema, subject.kind))
      if (rule.flags === undefined || (subject.flags & rule.flags) !== 0) rule.check(subject, this.report);
  }

  private checkObject(schema: Schema, from: number, members: readonly Member[]): void {
    const has = keysOf(schema, members);
    for (const rule of this.ruleSet.tables.objectRules[schema.id]!)
      if ((has & ObjectsWith[rule.objectsWith]) !== 0) rule.check({ schema, from, members }, this.report);
  }

  /** What an item of an array is called: after the array's key. */
  private itemName({ pack, offset, aroundRow: around, place }: Look): string {
    if (around < 0) return place.itemName();
    const before = (around - 1) * stride;
    const hasKey = around > pack.row && kindOf(pack.rows[before]!) === Kind.key;
    const isItsValue = hasKey && pack.rows[before + Column.next]! > around - pack.row;
    return isItsValue ? `Each item of ${this.keyOf(pack, offset, around - 1)}` : 'This value';
  }

  private object(pack: Pack, offset: number, { row, schema }: Candidate): void {
    const members: Member[] = [];
    const end = pack.row + pack.rows[row * stride + Column.next]!;
    this.members(pack, offset, { from: row + 1, to: end, shift: 0 }, members);
    const from = pack.rows[row * stride + Column.from]!;
    this.checkObject(schema, from, members);
  }

  private membersOf(branch: Branch, offset: number): Member[] {
    const members: Member[] = [];
    for (let i = 0; i < branch.parts.length; i++) {
      const part = branch.parts[i]!;
      const shift = branch.starts[i]!;
      if (part.type === 'pack')
        this.members(part, offset, { from: part.row, to: part.rowEnd, shift }, members);
      else if (part.keyFrom >= 0) {
        const [from, to] = [shift + part.keyFrom, shift + part.keyTo];
        members.push({ from, to, name: this.name(offset, from, to, flagsOf(part.keyInfo)) });
      }
    }
    return members;
  }

  /** Adds the keys among sibling rows; `shift` leads from the pack to what the offsets are relative to. */
  private members(
    pack: Pack,
    offset: number,
    range: { readonly from: number; readonly to: number; readonly shift: number },
    members: Member[],
  ): void {
    const { rows } = pack;
    for (let row = range.from; row < range.to; row = pack.row + rows[row * stride + Column.next]!) {
      const info = rows[row * stride]!;
      if (kindOf(info) !== Kind.key) continue;
      const from = range.shift + rows[row * stride + Column.from]!;
      const to = range.shift + rows[row * stride + Column.to]!;
      const number = keyNumberOf(info);
      const name =
        number > 0
          ? this.schemas.grammar.vocabulary.nameOf(number)
          : this.name(offset, from, to, flagsOf(info));
      members.push({ from, to, name });
    }
  }

  private keyOf(pack: Pack, offset: number, row: number): string {
    const at = row * stride;
    const number = keyNumberOf(pack.rows[at]!);
    if (number > 0) return this.schemas.grammar.vocabulary.nameOf(number);
    return this.name(
      offset,
      pack.rows[at + Column.from]!,
      pack.rows[at + Column.to]!,
      flagsOf(pack.rows[at]!),
    );
  }

  private name(offset: number, from: number, to: number, flags: number): string {
    return decodeString(sliceText(this.text, offset + from, offset + to), flags);
  }

  private taken(): readonly Problem[] {
    return this.problems.length === 0 ? none : this.problems;
  }
}

/** What there is among the keys of an object, as bits of `ObjectsWith`. */
function keysOf({ properties, companions }: Schema, members: readonly Member[]): number {
  const met = new Set<string>();
  let has: number = ObjectsWith.anyKeys;
  for (const { name } of members) {
    if (properties?.has(name) !== true && !companions.has(name)) has |= ObjectsWith.unknownKey;
    if (met.has(name)) has |= ObjectsWith.repeatedKey;
    met.add(name);
  }
  return has;
}

/** Where a part stands: what is documented of it, of the container around it, and how messages call it. */
export interface Place {
  readonly schema: Schema;
  readonly container: Schema;
  /** Whether the container is the document itself, or its lines. */
  readonly isRoot: boolean;
  itemName(): string;
}

interface Look extends Candidate {
  readonly pack: Pack;
  readonly offset: number;
  readonly place: Omit<Place, 'schema'>;
}

const none: readonly Problem[] = [];
