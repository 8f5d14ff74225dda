import { type Problem, type Severity, severities } from '../../schema/problem';
import type { Schema } from '../../schema/schema';
import { SyntaxErrorKind, syntaxErrorMessage } from '../../syntax/syntaxErrors';
import { type Branch, type Pack, type Part, syntaxErrorStride } from '../../syntax/tree/tree';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { Checker } from './check';
import { type BranchInContext, contextOfParts, problemsOfPart, visitOf, visitOfRoot } from './partProblems';
import { FirstProblems, isSevere, type ProblemCollector } from './problemCollector';
import { listedHints } from './repeatedHints';
import type { RuleSet } from './ruleSet';

export interface ListOptions {
  readonly text: Text;
  readonly ruleSet: RuleSet;
  /** As for `findProblems`. */
  readonly container: Schema;
  readonly noun: string;
}

/** A part of a tree, and a range of the document, both ends included. */
export interface Within {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

/** A part still to be visited. */
interface Step {
  readonly part: Part;
  readonly offset: number;
  readonly around: BranchInContext;
  /** Whether it is the requested part, or inside it. */
  readonly isMeant: boolean;
}

/**
 * The first problems of one severity in a tree after `findProblems`, in document order, up to the limit. Parts that did
 * not keep all of theirs are checked again until there are enough. `within` selects those of one part that begin in a
 * range.
 */
export function* collectProblems(
  root: Branch,
  options: ListOptions,
  listed: ListedProblems,
): Work<Problem[]> {
  return yield* collectProblemsIn(visitOfRoot(root, options.ruleSet.schemas, options), options, listed);
}

/** The same after `findProblemsIn`, for the parts of a branch. */
export function* collectProblemsIn(
  top: BranchInContext,
  { text, ruleSet }: Pick<ListOptions, 'text' | 'ruleSet'>,
  { severity, limit, within }: ListedProblems,
): Work<Problem[]> {
  const root = top.branch;
  if (severity === 'hint') return hintsIn(root, limit, within);
  const { schemas } = ruleSet;
  const index = severities.indexOf(severity);
  const found = new FirstProblems(limit);
  const checker = new Checker(text, ruleSet);
  const stack: Step[] = [];
  const enter = (branchInContext: BranchInContext, isMeant: boolean): void => {
    const { branch, offset } = branchInContext;
    for (let i = branch.parts.length - 1; i >= 0; i--) {
      const part = branch.parts[i]!;
      const start = offset + branch.starts[i]!;
      if (problemsOfPart(part).counts[index]! > 0 && touches(within, start, start + part.length))
        stack.push({
          part,
          offset: start,
          around: branchInContext,
          isMeant: isMeant || part === within?.part,
        });
    }
  };
  const isAll = within === undefined || within.part === root;
  if (severity === 'error' && isAll) addSyntaxErrors(root, { offset: 0, text, found, within });
  enter(top, isAll);
  while (stack.length > 0) {
    const { part, offset, around, isMeant } = stack.pop()!;
    if (found.areBefore(offset)) break;
    const branchInContext = part.type === 'branch' ? visitOf(part, offset, around, { text, schemas }) : null;
    const again = function* (): Work<ProblemCollector> {
      return branchInContext === null
        ? checker.pack(part as Pack, offset, { context: contextOfParts(around), limit })
        : yield* checker.branch(branchInContext.branch, offset, { context: branchInContext.context, limit });
    };
    if (isMeant) {
      for (const problem of yield* ownProblems(part, { severity, limit, again }))
        if (touches(within, offset + problem.from)) found.add(moved(problem, offset));
      yield;
      if (severity === 'error') addSyntaxErrors(part, { offset, text, found, within });
    }
    if (branchInContext !== null) enter(branchInContext, isMeant);
  }
  return found.list();
}

/** Whether the range from `from` to `to`, both included, shares an offset with another one; true without one. */
function touches(within: Range | undefined, from: number, to = from): boolean {
  return within === undefined || (from <= within.to && to >= within.from);
}

/** Hints are reported once per document: a range has those whose first occurrence is in it. */
function hintsIn(root: Branch, limit: number, within: Within | undefined): Problem[] {
  return listedHints(problemsOfPart(root).hints)
    .filter((hint) => touches(within, hint.from))
    .slice(0, limit);
}

interface ListedProblems {
  readonly severity: Severity;
  readonly limit: number;
  readonly within?: Within;
}

/** The first problems of a part itself, of one severity. */
function* ownProblems(
  part: Part,
  {
    severity,
    limit,
    again,
  }: {
    readonly severity: Severity;
    readonly limit: number;
    readonly again: () => Work<ProblemCollector>;
  },
): Work<readonly Problem[]> {
  const { problems, all } = problemsOfPart(part);
  const kept = problems.filter((problem) => problem.severity === severity);
  const count = all?.counts[severities.indexOf(severity)] ?? 0;
  if (kept.length >= Math.min(count, limit)) return kept.slice(0, limit);
  return (yield* again()).problems().filter((problem) => problem.severity === severity);
}

/** Number of problems, without hints, that begin at an offset, or inside the large value that begins there. */
export interface Tally {
  readonly from: number;
  readonly count: number;
}

/** The problems of one member of the root after `findProblems`, or of several small ones; not cut. */
export function talliesOfPart(part: Part, offset: number): Tally[] {
  const total = tallied(part);
  if (total === 0) return [];
  const own = ownTallies(part, offset);
  return part.type === 'pack'
    ? own
    : [...own, { from: offset + part.open, count: total - own.length }].filter(({ count }) => count > 0);
}

/** The tallies of a part itself, without its inner parts. */
export function ownTallies(part: Part, offset: number): Tally[] {
  const { problems, all } = problemsOfPart(part);
  const tallies: Tally[] = [];
  for (const from of all?.starts ?? []) tallies.push({ from: offset + from, count: 1 });
  if (all === null) for (const { from } of problems) tallies.push({ from: offset + from, count: 1 });
  for (let i = 0; i < part.syntaxErrors.length; i += syntaxErrorStride)
    tallies.push({ from: offset + part.syntaxErrors[i + 1]!, count: 1 });
  return tallies;
}

/** Start offsets of the errors and warnings of a part itself, relative to it; not cut, unsorted. */
export function severeStartsOf(part: Part): number[] {
  const { problems, all } = problemsOfPart(part);
  const starts = all === null ? problems.filter(isSevere).map(({ from }) => from) : [...all.severeStarts];
  for (let i = 0; i < part.syntaxErrors.length; i += syntaxErrorStride)
    starts.push(part.syntaxErrors[i + 1]!);
  return starts;
}

function tallied(part: Part): number {
  const [errors, warnings, informations] = problemsOfPart(part).counts;
  return errors + warnings + informations;
}

function moved(problem: Problem, offset: number): Problem {
  const at = { from: problem.from + offset, to: problem.to + offset };
  const { related } = problem;
  if (related === undefined) return { ...problem, ...at };
  return { ...problem, ...at, related: { ...related, from: related.from + offset, to: related.to + offset } };
}

interface SyntaxErrorSink {
  readonly offset: number;
  readonly text: Text;
  readonly found: FirstProblems;
  readonly within: Range | undefined;
}

function addSyntaxErrors(part: Part, into: SyntaxErrorSink): void {
  const { offset, text, found } = into;
  for (let i = 0; i < part.syntaxErrors.length; i += syntaxErrorStride) {
    const errorKind = part.syntaxErrors[i]!;
    const from = part.syntaxErrors[i + 1]!;
    const to = part.syntaxErrors[i + 2]!;
    const at = part.syntaxErrors[i + 3]!;
    const start = offset + from;
    // They are sorted: later ones are not among the first either.
    if (found.areBefore(start)) return;
    if (!touches(into.within, start)) continue;
    const end = offset + to;
    const shown =
      errorKind === SyntaxErrorKind.empty ? '' : sliceText(text, start, Math.min(end, start + 40));
    found.add({
      code: 'syntax',
      severity: 'error',
      from: start,
      to: end,
      message: syntaxErrorMessage(errorKind, shown),
      fix: { errorKind, at: at < 0 ? -1 : offset + at },
    });
  }
}
