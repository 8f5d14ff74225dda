import { type Problem, type Severity, severities } from '../schema/problem';
import type { Schema, Schemas } from '../schema/schema';
import { describeMistake, Mistake } from '../syntax/mistakes';
import { decodeString } from '../syntax/nodes';
import { type Branch, flagsOf, keyNumberOf, mistakeStride, type Part, typeOfContainer } from '../syntax/tree';
import { sliceText, type Text } from '../text/text';
import { Checker, type Place } from './check';
import type { RuleSet } from './ruleSet';

/** What is known of a part: its own problems, and how many there are in it by severity, inner parts included. */
interface Findings {
  /** The schema of the container that they were found under. */
  readonly container: Schema;
  readonly problems: readonly Problem[];
  readonly counts: Counts;
}

/** Numbers of problems in the order of `severities`. */
export type Counts = readonly [number, number, number, number];

const clean: Counts = [0, 0, 0, 0];
/** Parts that are checked between two breaks. */
const slice = 256;

/**
 * Checks those parts of a tree that have not been checked before, and leaves what it finds in them. Yields
 * now and then, so that the caller can do something else. `root` is the schema of the container of the
 * root's values: its `items` describes each.
 */
export function* findProblems(
  root: Branch,
  { text, ruleSet, container, noun }: { text: Text; ruleSet: RuleSet; container: Schema; noun: string },
): Generator<void, Counts> {
  const { schemas } = ruleSet;
  const checker = new Checker(text, ruleSet);
  const place = { schema: schemas.anything, container, isRoot: false, itemName: () => noun };
  const stack: Visit[] = [
    { branch: root, offset: 0, place, inner: container, itemName: () => noun, next: 0 },
  ];
  let checked = 0;
  for (;;) {
    const visit = stack[stack.length - 1]!;
    const { branch, inner, itemName } = visit;
    visit.next = firstUnchecked(branch.parts, visit.next, inner);
    const part = branch.parts[visit.next];
    if (part === undefined) {
      const own = branch === root ? [] : checker.branch(branch, visit.offset, visit.place);
      remember(branch, visit.place.container, own, sumOf(branch, own));
      stack.pop();
      if (stack.length === 0) return (root.memo as Findings).counts;
      continue;
    }
    const offset = visit.offset + branch.starts[visit.next]!;
    const here = { container: inner, isRoot: branch === root, itemName };
    if (part.type === 'pack') {
      const own = checker.pack(part, offset, here);
      remember(part, inner, own, countsOf(part, own));
      if (++checked % slice === 0) yield;
    } else stack.push(visitOf(part, offset, here, { text, schemas }));
  }
}

/** A branch whose parts are being checked. */
interface Visit {
  readonly branch: Branch;
  readonly offset: number;
  readonly place: Place;
  /** The schema of the branch as the container of its members. */
  readonly inner: Schema;
  /** What messages call its members. */
  readonly itemName: () => string;
  /** Index of the part to look at. */
  next: number;
}

function visitOf(
  branch: Branch,
  offset: number,
  around: Omit<Place, 'schema'>,
  { text, schemas }: { readonly text: Text; readonly schemas: Schemas },
): Visit {
  const schema = schemaOfPart(schemas, branch, around.container);
  return {
    branch,
    offset,
    place: { ...around, schema },
    inner: insideOf(schemas, branch, schema),
    itemName: () => nameOfItems(text, branch, offset),
    next: 0,
  };
}

/** Index of the first part, from one on, that has not been checked under a schema; the number of parts if none. */
function firstUnchecked(parts: readonly Part[], from: number, container: Schema): number {
  let index = from;
  while (index < parts.length && (parts[index]!.memo as Findings | null)?.container === container) index++;
  return index;
}

/** Problems that a tree holds after `findProblems`, of one severity, in document order, as far as a limit. */
export function collectProblems(
  root: Branch,
  { text, severity, limit }: { text: Text; severity: Severity; limit: number },
): Problem[] {
  const found: Problem[] = [];
  const index = severities.indexOf(severity);
  const stack: { part: Part; offset: number }[] = [{ part: root, offset: 0 }];
  while (stack.length > 0 && found.length < limit) {
    const { part, offset } = stack.pop()!;
    const { problems, counts } = part.memo as Findings;
    if (counts[index] === 0) continue;
    for (const problem of problems) if (problem.severity === severity) found.push(moved(problem, offset));
    if (severity === 'error') addMistakes(part, { offset, text, found });
    if (part.type === 'pack') continue;
    for (let i = part.parts.length - 1; i >= 0; i--) {
      const inner = part.parts[i]!;
      if ((inner.memo as Findings).counts[index]! > 0)
        stack.push({ part: inner, offset: offset + part.starts[i]! });
    }
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to).slice(0, limit);
}

/** Problems, hints left out, that begin at an offset, or inside of the large value that begins there. */
export interface Tally {
  readonly from: number;
  readonly count: number;
}

/** The problems of a member of the root after `findProblems`, or of a run of small ones; not cut. */
export function talliesOfPart(part: Part, offset: number): Tally[] {
  const total = tallied(part);
  if (total === 0) return [];
  const own = ownTallies(part, offset);
  return part.type === 'pack'
    ? own
    : [...own, { from: offset + part.open, count: total - own.length }].filter(({ count }) => count > 0);
}

/** Those of a part itself, without its inner parts. */
export function ownTallies(part: Part, offset: number): Tally[] {
  const tallies: Tally[] = [];
  for (const { severity, from } of (part.memo as Findings).problems)
    if (severity !== 'hint') tallies.push({ from: offset + from, count: 1 });
  for (let i = 0; i < part.mistakes.length; i += mistakeStride)
    tallies.push({ from: offset + part.mistakes[i + 1]!, count: 1 });
  return tallies;
}

function tallied(part: Part): number {
  const [errors, warnings, informations] = (part.memo as Findings).counts;
  return errors + warnings + informations;
}

/** The schema of the container that a branch is for its members; nothing where its type is another. */
function insideOf(schemas: Schemas, branch: Branch, schema: Schema): Schema {
  return schema.type === null || schema.type === typeOfContainer(branch.kind) ? schema : schemas.anything;
}

function schemaOfPart(schemas: Schemas, branch: Branch, container: Schema): Schema {
  if (branch.keyFrom < 0) return container.items ?? schemas.anything;
  return schemas.grammar.property(container, keyNumberOf(branch.keyInfo)) ?? schemas.anything;
}

function nameOfItems(text: Text, branch: Branch, offset: number): string {
  if (branch.keyFrom < 0) return 'This value';
  const token = sliceText(text, offset + branch.keyFrom, offset + branch.keyTo);
  return `Each item of ${decodeString(token, flagsOf(branch.keyInfo))}`;
}

function remember(part: Part, container: Schema, problems: readonly Problem[], counts: Counts): void {
  const findings: Findings = { container, problems, counts };
  part.memo = findings;
}

function countsOf(part: Part, own: readonly Problem[]): Counts {
  if (own.length === 0 && part.mistakes.length === 0) return clean;
  const counts: [number, number, number, number] = [part.mistakes.length / mistakeStride, 0, 0, 0];
  for (const { severity } of own) counts[severities.indexOf(severity)]!++;
  return counts;
}

function sumOf(branch: Branch, own: readonly Problem[]): Counts {
  let [errors, warnings, informations, hints] = countsOf(branch, own);
  for (const part of branch.parts) {
    const { counts } = part.memo as Findings;
    if (counts === clean) continue;
    errors += counts[0];
    warnings += counts[1];
    informations += counts[2];
    hints += counts[3];
  }
  const isClean = errors + warnings + informations + hints === 0;
  return isClean ? clean : [errors, warnings, informations, hints];
}

function moved(problem: Problem, offset: number): Problem {
  const at = { from: problem.from + offset, to: problem.to + offset };
  const { related } = problem;
  if (related === undefined) return { ...problem, ...at };
  return { ...problem, ...at, related: { ...related, from: related.from + offset, to: related.to + offset } };
}

function addMistakes(part: Part, into: { offset: number; text: Text; found: Problem[] }): void {
  const { offset, text, found } = into;
  for (let i = 0; i < part.mistakes.length; i += mistakeStride) {
    const [mistake, from, to, at] = part.mistakes.slice(i, i + mistakeStride) as [
      number,
      number,
      number,
      number,
    ];
    const start = offset + from;
    const end = offset + to;
    const shown = mistake === Mistake.empty ? '' : sliceText(text, start, Math.min(end, start + 40));
    found.push({
      code: 'syntax',
      severity: 'error',
      from: start,
      to: end,
      message: describeMistake(mistake, shown),
      fix: { mistake, at: at < 0 ? -1 : offset + at },
    });
  }
}
