import { didYouMean, isOtherName } from '../../schema/didYouMean';
import type { Report } from '../../schema/problem';
import type { Schema } from '../../schema/schema';
import type { Member, MemberRule, ObjectSubject } from '../rule';
import type { KeyTable } from './keyTable';
import type { ProblemCollector } from './problemCollector';
import type { RuleSet } from './ruleSet';

/** Maximum number of problems with the names of one object; more appear as these are fixed. */
const maxProblems = 10_000;
/** Members that are checked in one step. */
const membersPerStep = 1000;
/** Maximum number of properties compared with documented names. */
const maxKeysCompared = 100;
/** Cost of a member that rules look at, in rows. */
const memberCost = 10;

/** Documented names that undocumented ones likely mean. */
interface Meant {
  readonly all: ReadonlySet<string>;
  /** Those meant by the names of other formats. */
  readonly byOtherNames: ReadonlySet<string>;
}

/** A check of the names of one object: which it has, which are not documented, and which are repeated. */
export class ObjectCheck {
  /** Of the last step, in rows. */
  cost = 0;
  private readonly names: KeyTable;
  private readonly ruleSet: RuleSet;
  private readonly found: ProblemCollector;
  private readonly report: Report;
  private readonly subject: ObjectSubject;
  private readonly rules: readonly MemberRule[];
  /** Whether some rule looks at undocumented names. */
  private readonly areUnknown: boolean;
  /** Number of problems after which no more are looked for. */
  private readonly stop: number;
  /** Index of the next member. */
  private next: number;

  /** Checks the object as a whole; `step` checks its members. `names` must not change before the end. */
  constructor(
    names: KeyTable,
    { schema, from }: { readonly schema: Schema; readonly from: number },
    { ruleSet, found }: { readonly ruleSet: RuleSet; readonly found: ProblemCollector },
  ) {
    this.names = names;
    this.ruleSet = ruleSet;
    this.found = found;
    this.report = (problem) => found.add(problem);
    let meant: Meant | null = null;
    this.subject = {
      schema,
      from,
      has: (name) => names.has(name),
      isMeant: (name) => (meant ??= this.namesMeant()).all.has(name),
      hasOtherName: (name) => (meant ??= this.namesMeant()).byOtherNames.has(name),
      names: (limit) => Array.from({ length: Math.min(names.count, limit) }, (_, i) => names.member(i).name),
    };
    const { objectRules, memberRules } = ruleSet.tables;
    for (const rule of objectRules[schema.id]!) rule.check(this.subject, this.report);
    this.rules = memberRules[schema.id]!;
    this.areUnknown = this.rules.some((rule) => rule.with === 'unknownKey');
    this.stop = found.total + maxProblems;
    this.next = this.areUnknown || names.hasRepeated ? 0 : names.count;
  }

  /** Checks the next members; whether there are more. */
  step(): boolean {
    const { names } = this;
    this.cost = 0;
    const end = Math.min(names.count, this.next + membersPerStep);
    for (; this.next < end; this.next++) {
      if (this.found.total >= this.stop) return false;
      const isUnknown = this.areUnknown && !this.isKnown(this.next);
      if (isUnknown || names.isRepeated(this.next)) this.member(names.member(this.next), isUnknown);
    }
    return end < names.count;
  }

  private member(member: Member, isUnknown: boolean): void {
    this.cost += memberCost + (member.name.length >> 4);
    for (const rule of this.rules) {
      const isMeant = rule.with === 'unknownKey' ? isUnknown : member.last !== null;
      if (isMeant) rule.check(member, this.subject, this.report);
    }
  }

  /** Documented names that the first properties of the object are likely meant to have. */
  private namesMeant(): Meant {
    const { names, subject } = this;
    const { schema, has } = subject;
    const [all, byOtherNames] = [new Set<string>(), new Set<string>()];
    for (let i = 0; i < Math.min(names.count, maxKeysCompared); i++) {
      if (this.isKnown(i)) continue;
      const { name } = names.member(i);
      const meant = didYouMean(name, schema, has);
      if (meant === null) continue;
      all.add(meant);
      if (isOtherName(schema, meant, name)) byOtherNames.add(meant);
    }
    return { all, byOtherNames };
  }

  /** Whether the name of a member is documented in objects of the schema, or common there. */
  private isKnown(index: number): boolean {
    const { properties, width } = this.ruleSet.tables;
    return properties[this.subject.schema.id * width + this.names.numberOf(index)]! >= 0;
  }
}
