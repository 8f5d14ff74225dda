import type { Problem } from '../../schema/problem';
import { itemsOf, type Schema, type Schemas } from '../../schema/schema';
import {
  type Branch,
  keyNumberOf,
  type Part,
  syntaxErrorStride,
  typeOfContainer,
} from '../../syntax/tree/tree';
import type { Text } from '../../text/text';
import type { Work } from '../../work';
import { type CheckContext, Checker } from './check';
import { type Counts, ProblemCollector } from './problemCollector';
import { hintsOfBranch, listedHints, type RepeatedHints } from './repeatedHints';
import type { RuleSet } from './ruleSet';
import { shownName } from './shownName';

/** The result of checking a part: its own problems, and counts by severity, inner parts included. */
export interface PartProblems {
  /** The schema of the container that the part was checked in. */
  readonly container: Schema;
  /** All problems in order; or, if they would take too much memory, the first of each severity. */
  readonly problems: readonly Problem[];
  /** Null if `problems` has all. */
  readonly all: Cut | null;
  /** Without hints. */
  readonly counts: Counts;
  /** Inner parts included. */
  readonly hints: RepeatedHints;
}

/**
 * Kept when a part has more problems than it stores: counts by severity, all start offsets, and those of errors and
 * warnings.
 */
interface Cut {
  readonly counts: Counts;
  readonly starts: Int32Array;
  readonly severeStarts: Int32Array;
}

/** Problems of each severity that a part keeps: this many, and one more per `lengthPerProblem` code units. */
const minKeptProblems = 16;
const lengthPerProblem = 128;

/** What `findProblems` has stored on a part. */
export function problemsOfPart(part: Part): PartProblems {
  return part.memo as PartProblems;
}

const clean: Counts = [0, 0, 0, 0];

/**
 * Checks the parts of a tree that are not checked yet, and stores the result on them. Yields regularly, so that the
 * caller can do something else. `container` is the schema of the container of the root's values: its `items` describes
 * each.
 */
export function* findProblems(
  root: Branch,
  { text, ruleSet, container, noun }: { text: Text; ruleSet: RuleSet; container: Schema; noun: string },
): Work<Counts> {
  const { schemas } = ruleSet;
  yield* findProblemsIn(visitOfRoot(root, schemas, { container, noun }), { text, ruleSet });
  return withHints(problemsOfPart(root));
}

/** The same for the parts of a branch, not for the branch itself; it keeps the sums. */
export function* findProblemsIn(
  top: BranchInContext,
  { text, ruleSet }: { readonly text: Text; readonly ruleSet: RuleSet },
): Work<void> {
  const checker = new Checker(text, ruleSet);
  const { schemas } = ruleSet;
  const stack: Visit[] = [{ ...top, next: 0 }];
  for (;;) {
    const visit = checkParts(stack, checker, { text, schemas });
    if (visit === null) {
      yield;
      continue;
    }
    const { branch, offset, context } = visit;
    const limit = maxKept(branch);
    const own =
      branch === top.branch
        ? new ProblemCollector(0)
        : yield* checker.branch(branch, offset, { context, limit });
    const hints = yield* hintsOfBranch(branch, own.hints, (part) => problemsOfPart(part).hints);
    remember(branch, context.container, { own, counts: sumOf(branch, own), hints });
    stack.pop();
    if (stack.length === 0) return;
  }
}

/**
 * Continues with the innermost branch and enters branches inside it. Returns the first branch whose parts are all
 * checked, or null when it is time to yield. A separate function, because V8 compiles it sooner than a generator.
 */
function checkParts(
  stack: Visit[],
  checker: Checker,
  context: { readonly text: Text; readonly schemas: Schemas },
): Visit | null {
  while (!checker.isDue()) {
    const visit = stack[stack.length - 1]!;
    const { branch, inner } = visit;
    visit.next = firstUnchecked(branch.parts, visit.next, inner);
    const part = branch.parts[visit.next];
    if (part === undefined) return visit;
    const offset = visit.offset + branch.starts[visit.next]!;
    if (part.type === 'pack') {
      const own = checker.pack(part, offset, { context: contextOfParts(visit), limit: maxKept(part) });
      remember(part, inner, { own, counts: countsOf(part, own), hints: own.hints });
    } else {
      checker.enter();
      stack.push({ ...visitOf(part, offset, visit, context), next: 0 });
    }
  }
  return null;
}

/** A branch with its context, as far as checks of it and its parts depend on that. */
export interface BranchInContext {
  readonly branch: Branch;
  readonly offset: number;
  readonly context: CheckContext;
  /** The schema of the branch as the container of its members. */
  readonly inner: Schema;
  /** Name of its members in messages. */
  readonly itemName: () => string;
}

/** A branch whose parts are being checked. */
interface Visit extends BranchInContext {
  /** Index of the part to look at. */
  next: number;
}

/** The root; `container` is the schema of its values as items, and `noun` their name in messages. */
export function visitOfRoot(
  root: Branch,
  { anything }: Schemas,
  { container, noun }: { readonly container: Schema; readonly noun: string },
): BranchInContext {
  const itemName = (): string => noun;
  const context = { schema: anything, container, isRoot: false, itemName };
  return { branch: root, offset: 0, context, inner: container, itemName };
}

/** A branch that is a part of another. */
export function visitOf(
  branch: Branch,
  offset: number,
  around: BranchInContext,
  { text, schemas }: { readonly text: Text; readonly schemas: Schemas },
): BranchInContext {
  const schema = schemaOfPart(schemas, branch, around.inner);
  let name: string | null = null;
  return {
    branch,
    offset,
    context: { schema, ...contextOfParts(around) },
    inner: insideOf(schemas, branch, schema),
    // Computed on demand and cached: usually not needed, but there may be a million wrong items.
    itemName: () => (name ??= nameOfItems(text, schemas, branch, offset)),
  };
}

/** Context of the parts of a branch. */
export function contextOfParts({ branch, inner, itemName }: BranchInContext): Omit<CheckContext, 'schema'> {
  return { container: inner, isRoot: typeOfContainer(branch.kind) === null, itemName };
}

/** Index of the first part, from an index on, that is not checked under a schema; the number of parts if none. */
function firstUnchecked(parts: readonly Part[], from: number, container: Schema): number {
  let index = from;
  while (index < parts.length && (parts[index]!.memo as PartProblems | null)?.container === container)
    index++;
  return index;
}

/** The schema of a branch as the container of its members; `anything` if its type is wrong. */
function insideOf(schemas: Schemas, branch: Branch, schema: Schema): Schema {
  return schema.type === null || schema.type === typeOfContainer(branch.kind) ? schema : schemas.anything;
}

function schemaOfPart(schemas: Schemas, branch: Branch, container: Schema): Schema {
  if (branch.keyFrom < 0) return itemsOf(container) ?? schemas.anything;
  return schemas.grammar.property(container, keyNumberOf(branch.keyInfo)) ?? schemas.anything;
}

function nameOfItems(text: Text, schemas: Schemas, branch: Branch, offset: number): string {
  if (branch.keyFrom < 0) return 'This value';
  const key = { from: offset + branch.keyFrom, to: offset + branch.keyTo, info: branch.keyInfo };
  return `Each item of ${shownName(text, schemas, key)}`;
}

function remember(
  part: Part,
  container: Schema,
  { own, counts, hints }: Pick<PartProblems, 'counts' | 'hints'> & { readonly own: ProblemCollector },
): void {
  const all = own.isWhole ? null : cutOf(own);
  const problems = own.total === 0 ? none : own.problems();
  const partProblems: PartProblems = { container, problems, all, counts, hints };
  part.memo = partProblems;
}

/** Counts of the problems that are listed for a whole tree. */
function withHints({ counts: [errors, warnings, informations], hints }: PartProblems): Counts {
  return [errors, warnings, informations, listedHints(hints).length];
}

function cutOf({ counts, starts: all, severeStarts: severe }: ProblemCollector): Cut {
  const starts = Int32Array.from(all);
  // There may be millions, usually all severe.
  return { counts, starts, severeStarts: severe.length === all.length ? starts : Int32Array.from(severe) };
}

const none: readonly Problem[] = [];

/** How many problems of each severity a part keeps. */
function maxKept({ length }: Part): number {
  return minKeptProblems + Math.floor(length / lengthPerProblem);
}

function countsOf(part: Part, found: ProblemCollector): Counts {
  const [errors, warnings, informations] = found.counts;
  if (errors + warnings + informations + part.syntaxErrors.length === 0) return clean;
  return [errors + part.syntaxErrors.length / syntaxErrorStride, warnings, informations, 0];
}

function sumOf(branch: Branch, own: ProblemCollector): Counts {
  const first = countsOf(branch, own);
  const isClean = first === clean && branch.parts.every((part) => problemsOfPart(part).counts === clean);
  if (isClean) return clean;
  let [errors, warnings, informations] = first;
  for (const part of branch.parts) {
    const { counts } = problemsOfPart(part);
    errors += counts[0];
    warnings += counts[1];
    informations += counts[2];
  }
  return [errors, warnings, informations, 0];
}
