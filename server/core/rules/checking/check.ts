import type { Report } from '../../schema/problem';
import type { Schema, Schemas } from '../../schema/schema';
import { isDocumented } from '../../schema/schemaTypes';
import { Column, stride } from '../../syntax/layout';
import { SyntaxErrorKind } from '../../syntax/syntaxErrors';
import { Flag } from '../../syntax/tokens/token';
import { Kind } from '../../syntax/tree/nodeKind';
import {
  type Branch,
  flagsOf,
  kindOf,
  type Pack,
  type Part,
  syntaxErrorStride,
} from '../../syntax/tree/tree';
import type { Text } from '../../text/text';
import type { Work } from '../../work';
import { candidateSize } from '../layout';
import type { Subject } from '../rule';
import { KeyTable } from './keyTable';
import { ObjectCheck } from './objectCheck';
import { ProblemCollector } from './problemCollector';
import { type Candidate, candidateAt, prefiltered, type RuleSet } from './ruleSet';
import { shownName } from './shownName';
import { valueRulesOf } from './tables';
import { ValueSubject } from './value';

/** Rows, members and problems processed between two yields. */
const yieldEvery = 10_000;
/** Cost of a part, and of a candidate or a problem, in units of `yieldEvery`. */
const partCost = 50;
const candidateCost = 10;

/**
 * Checks one part at a time against what the interface documents. Problems are relative to the part, so they are valid
 * as long as the part is. Yields regularly.
 */
export class Checker {
  private readonly text: Text;
  private readonly schemas: Schemas;
  private readonly ruleSet: RuleSet;
  private names: KeyTable | null = null;
  private found = new ProblemCollector(0);
  /** Of the current pack. */
  private firstItems = none;
  private readonly report: Report = (problem) => this.found.add(problem);
  /** Work done since the last yield. */
  private done = 0;

  constructor(text: Text, ruleSet: RuleSet) {
    this.text = text;
    this.ruleSet = ruleSet;
    this.schemas = ruleSet.schemas;
  }

  /**
   * Problems of a branch itself: of its value and its members' names, not of its parts' contents. Keeps up to `limit`
   * of each severity.
   */
  *branch(
    branch: Branch,
    offset: number,
    { context, limit }: CheckOptions<CheckContext>,
  ): Work<ProblemCollector> {
    this.found = new ProblemCollector(limit);
    const { keyFrom, keyTo, keyInfo } = branch;
    const key = keyFrom < 0 ? null : this.name(offset, { from: keyFrom, to: keyTo, info: keyInfo });
    const value = {
      kind: branch.kind,
      flags: branch.isClosed ? 0 : Flag.broken,
      from: branch.open,
      to: branch.valueTo,
      schema: context.schema,
      isRequired: key === null ? context.isRoot : context.container.required.has(key),
    };
    if (!firstItems(branch).has(value.to))
      this.checkValue(new ValueSubject(value, { text: this.text, offset, key, itemName: context.itemName }));
    if (branch.kind === Kind.object) {
      // An object of the wrong type documents nothing about its members, however large it is.
      const schema = isDocumented(context.schema, branch.kind) ? context.schema : this.schemas.anything;
      yield* this.members.readBranch(branch, offset);
      const check = this.objectCheck(schema, branch.open);
      while (this.membersOf(check)) yield;
    }
    this.done += partCost;
    return this.found;
  }

  /**
   * Problems of the members of a pack and everything in them, without yielding: a pack is short. Keeps up to `limit` of
   * each severity.
   */
  pack(
    pack: Pack,
    offset: number,
    { context, limit }: CheckOptions<Omit<CheckContext, 'schema'>>,
  ): ProblemCollector {
    this.found = new ProblemCollector(limit);
    this.done += partCost + pack.rowEnd - pack.row;
    this.firstItems = firstItems(pack);
    const numbers = prefiltered(this.ruleSet, pack, context.container);
    for (let at = 0; at < numbers.length; at += candidateSize) {
      this.done += candidateCost;
      const candidate = candidateAt(numbers, at, {
        pack,
        container: context.container,
        schemas: this.schemas,
      });
      if (candidate.isValue) this.value(candidate, { pack, offset, context });
      else {
        const from = pack.rows[candidate.row * stride + Column.from]!;
        this.members.readInPack(pack, candidate.row, offset);
        const check = this.objectCheck(candidate.schema, from);
        while (this.membersOf(check));
      }
    }
    return this.found;
  }

  /** Created for the first object: most edits touch none. */
  private get members(): KeyTable {
    this.names ??= new KeyTable(this.text, this.schemas);
    return this.names;
  }

  /** Counts the work of entering a branch. */
  enter(): void {
    this.done += partCost;
  }

  /** Whether the caller should yield; true once per yield. */
  isDue(): boolean {
    if (this.done < yieldEvery) return false;
    this.done = 0;
    return true;
  }

  private value(candidate: Candidate, at: PackInContext): void {
    const { row, keyRow, aroundRow, schema, aroundSchema } = candidate;
    const { pack, offset, context } = at;
    const column = row * stride;
    const info = pack.rows[column]!;
    const key = keyRow < 0 ? null : this.keyOf(pack, offset, keyRow);
    const value = {
      kind: kindOf(info),
      flags: flagsOf(info),
      from: pack.rows[column + Column.from]!,
      to: pack.rows[column + Column.to]!,
      schema,
      isRequired: key === null ? aroundRow < 0 && context.isRoot : aroundSchema.required.has(key),
    };
    if (this.firstItems.has(value.to)) return;
    const itemName = (): string => this.itemName(aroundRow, at);
    this.checkValue(new ValueSubject(value, { text: this.text, offset, key, itemName }));
  }

  private checkValue(subject: Subject): void {
    for (const rule of valueRulesOf(this.ruleSet.tables, subject.schema, subject.kind))
      if (rule.flags === undefined || (subject.flags & rule.flags) !== 0) rule.check(subject, this.report);
  }

  /** Begins to check the object whose names were read last. */
  private objectCheck(schema: Schema, from: number): ObjectCheck {
    const { members: names, ruleSet, found } = this;
    this.done += names.count;
    return new ObjectCheck(names, { schema, from }, { ruleSet, found });
  }

  /** Checks some more members of an object; whether there are others. */
  private membersOf(check: ObjectCheck): boolean {
    const hasMore = check.step();
    this.done += check.cost;
    return hasMore;
  }

  /** The name of an array's item in messages: after the array's key. */
  private itemName(around: number, { pack, offset, context }: PackInContext): string {
    if (around < 0) return context.itemName();
    const before = (around - 1) * stride;
    const hasKey = around > pack.row && kindOf(pack.rows[before]!) === Kind.key;
    const isItsValue = hasKey && pack.rows[before + Column.next]! > around - pack.row;
    return isItsValue ? `Each item of ${this.keyOf(pack, offset, around - 1)}` : 'This value';
  }

  private keyOf({ rows }: Pack, offset: number, row: number): string {
    const at = row * stride;
    const [from, to] = [rows[at + Column.from]!, rows[at + Column.to]!];
    return this.name(offset, { from, to, info: rows[at]! });
  }

  private name(
    offset: number,
    { from, to, info }: { readonly from: number; readonly to: number; readonly info: number },
  ): string {
    return shownName(this.text, this.schemas, { from: offset + from, to: offset + to, info });
  }
}

/** The ends of values that are the first items of arrays without their brackets, which is a syntax error. */
function firstItems({ syntaxErrors }: Part): ReadonlySet<number> {
  let ends: Set<number> | null = null;
  for (let i = 0; i < syntaxErrors.length; i += syntaxErrorStride)
    if (syntaxErrors[i] === SyntaxErrorKind.missingArray)
      ends = (ends ?? new Set()).add(syntaxErrors[i + 1]!);
  return ends ?? none;
}

const none: ReadonlySet<number> = new Set();

/** Context of a part: its schema, the schema of the container around it, and its name in messages. */
export interface CheckContext {
  readonly schema: Schema;
  readonly container: Schema;
  /** Whether the container is the document itself, or its lines. */
  readonly isRoot: boolean;
  itemName(): string;
}

interface CheckOptions<Context> {
  readonly context: Context;
  readonly limit: number;
}

interface PackInContext {
  readonly pack: Pack;
  readonly offset: number;
  readonly context: Omit<CheckContext, 'schema'>;
}
