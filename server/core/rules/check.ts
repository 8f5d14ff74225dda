import type { Problem, Report } from '../schema/problem';
import type { Schema, Schemas } from '../schema/schema';
import { type Subject, typesOf, validateType } from '../schema/validate';
import { Kind } from '../syntax/nodeKind';
import { decodeString } from '../syntax/nodes';
import { type Branch, Column, flagsOf, keyNumberOf, kindOf, type Pack, stride } from '../syntax/tree';
import { sliceText, type Text } from '../text/text';
import { dateTime } from './dateTime';
import { type Doubt, Doubts } from './doubts';
import { duplicateKey } from './duplicateKey';
import { loneSurrogate } from './loneSurrogate';
import { missingProperty } from './missingProperty';
import type { Member } from './rule';
import { undocumentedValue } from './undocumentedValue';
import { unknownProperty } from './unknownProperty';
import { unsafeNumber } from './unsafeNumber';
import { uuid } from './uuid';

const valueRules = [validateType, unsafeNumber, loneSurrogate, dateTime, uuid, undocumentedValue];
const objectRules = [missingProperty, duplicateKey, unknownProperty];

/**
 * Checks one part at a time against what the interface documents. What is found is relative to the part, so
 * it holds for as long as the part does.
 */
export class Checker {
  private readonly text: Text;
  private readonly schemas: Schemas;
  private readonly doubts: Doubts;
  private problems: Problem[] = [];
  private readonly report: Report = (problem) => this.problems.push(problem);

  constructor(text: Text, schemas: Schemas) {
    this.text = text;
    this.schemas = schemas;
    this.doubts = new Doubts(schemas);
  }

  /** Problems of a branch itself: of its value and of its members' names, not of what its parts hold. */
  branch(branch: Branch, offset: number, place: Place): readonly Problem[] {
    this.problems = [];
    const key =
      branch.keyFrom < 0 ? null : this.name(offset, branch.keyFrom, branch.keyTo, flagsOf(branch.keyInfo));
    const subject: Subject = {
      kind: branch.kind,
      flags: 0,
      from: branch.open,
      to: branch.valueTo,
      schema: place.schema,
      isRequired: key === null ? place.isRoot : place.container.required.has(key),
      hasKey: key !== null,
      name: () => key ?? place.itemName(),
      value: () => '',
      text: (from, to) => sliceText(this.text, offset + from, offset + to),
    };
    validateType(subject, this.report);
    if (branch.kind === Kind.object && typesOf[Kind.object] === (place.schema.type ?? 'object')) {
      const members = this.membersOf(branch, offset);
      for (const rule of objectRules) rule({ schema: place.schema, from: branch.open, members }, this.report);
    }
    return this.taken();
  }

  /** Problems of the members of a pack and everything in them. */
  pack(pack: Pack, offset: number, place: Omit<Place, 'schema'>): readonly Problem[] {
    this.problems = [];
    for (const doubt of this.doubts.of(pack, place.container)) {
      if (doubt.of === 'value') this.value({ pack, offset, place, ...doubt });
      else this.object(pack, offset, doubt);
    }
    return this.taken();
  }

  private value(look: Look): void {
    const { pack, offset, row, nameRow, aroundRow, schema, aroundSchema } = look;
    const at = row * stride;
    const info = pack.rows[at]!;
    const key = nameRow < 0 ? null : this.keyOf(pack, offset, nameRow);
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
    for (const rule of valueRules) rule(subject, this.report);
  }

  /** What an item of an array is called: after the array's key. */
  private itemName({ pack, offset, aroundRow: around, place }: Look): string {
    if (around < 0) return place.itemName();
    const before = (around - 1) * stride;
    const hasKey = around > pack.row && kindOf(pack.rows[before]!) === Kind.key;
    const isItsValue = hasKey && pack.rows[before + Column.next]! > around - pack.row;
    return isItsValue ? `Each item of ${this.keyOf(pack, offset, around - 1)}` : 'This value';
  }

  private object(pack: Pack, offset: number, { row, schema }: Doubt): void {
    const members: Member[] = [];
    const end = pack.row + pack.rows[row * stride + Column.next]!;
    this.members(pack, offset, { from: row + 1, to: end, shift: 0 }, members);
    const from = pack.rows[row * stride + Column.from]!;
    for (const rule of objectRules) rule({ schema, from, members }, this.report);
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

/** Where a part stands: what is documented of it, of the container around it, and how messages call it. */
export interface Place {
  readonly schema: Schema;
  readonly container: Schema;
  /** Whether the container is the document itself, or its lines. */
  readonly isRoot: boolean;
  itemName(): string;
}

interface Look extends Doubt {
  readonly pack: Pack;
  readonly offset: number;
  readonly place: Omit<Place, 'schema'>;
}

const none: readonly Problem[] = [];
