import { type Document, listProblems, problemsOf } from '../../../document';
import type { Code, Problem } from '../../../schema/problem';
import type { Node } from '../../../syntax/nodes/node';
import type { Range } from '../../../text/range';
import type { Edit } from '../../../text/text';
import { type Budget, runWithin, type Work } from '../../../work';
import { parseAfterEdits } from '../../applyEdits';
import { findHints } from '../../hints/hints';
import { NodesInOrder } from '../../nodesInOrder';
import { countSyntaxErrors, syntaxErrorsInOrder } from '../../syntaxErrorList';
import { byOffset, editsOf, type ProblemAtNode, type ProblemEdits } from '../fix';
import { isFixableHint, proposalsFor } from '../fixes';
import { membersToRemove } from '../members/fixMembers';
import { isSureRenaming } from '../members/fixNames';
import { removing, startOf } from '../members/removals';
import { splitObject } from '../members/splitObject';
import { verifyFixes } from '../verifyFixes';
import { dropHarmful } from './dropHarmful';
import { awayFromGuesses, sureFixes } from './sureFixes';

/** Maximum problems to fix at once; repeat the command for the rest. */
const maxAtOnce = 50_000;
/** Up to this many problems, each fix is tried by itself, as long as the step budget lasts. */
const maxTried = 100;
const maxSteps = 1000;

/**
 * Edits that fix all problems of a code that have one obvious fix with nothing to fill in. They are ordered and
 * disjoint; a fix that would touch another's text is left for the next time. With `isAsked` false, as on save,
 * nothing is guessed.
 */
export function* fixAllOfCode(document: Document, code: Code, isAsked = true): Work<Edit[]> {
  const edits = yield* editsForAll(document, code, isAsked);
  if (code === 'syntax' || edits.length === 0) return edits;
  return (yield* addSyntaxErrors(document, edits)) ? [] : edits;
}

/** Whether edits of a text with syntax errors would add some: what is left out may have told how the rest is read. */
function* addSyntaxErrors(document: Document, edits: readonly Edit[]): Work<boolean> {
  const before = countSyntaxErrors(document.tree);
  return before > 0 && countSyntaxErrors((yield* parseAfterEdits(document, edits)).tree) > before;
}

function* editsForAll(document: Document, code: Code, isAsked: boolean): Work<Edit[]> {
  const all = yield* problemsAtNodes(document, code);
  const problems = code === 'unknown-property' && !isAsked ? yield* sureRenamings(document, all) : all;
  if (code === 'duplicate-key' || code === 'null-value') {
    const kept = code === 'duplicate-key' ? yield* inOneObject(document, problems) : problems;
    const members = yield* membersToRemove(document, kept);
    return yield* removing(document, yield* awayFromGuesses(document, members, rangeOfMember));
  }
  const budget = { left: problems.length <= maxTried ? maxSteps : 0 };
  const found: (ProblemEdits | null)[] = [];
  for (const located of problems) {
    found.push(yield* obviousFix(document, located, budget));
    yield;
  }
  const fixes = yield* withoutOverlap(found);
  if (code !== 'syntax') return editsOf(yield* awayFromGuesses(document, fixes, rangeOfEdits));
  // Separators and brackets that are changed together could do harm.
  const sure = yield* sureFixes(document, problems, { fixes, isAsked });
  const isCut = problems.length === maxAtOnce;
  return editsOf(yield* dropHarmful(document, { problems, isCut }, sure));
}

function rangeOfMember(member: Node): Range {
  return { from: startOf(member), to: member.to };
}

function rangeOfEdits({ edits }: ProblemEdits): Range {
  return { from: edits[0]!.from, to: edits.reduce((last, { to }) => Math.max(last, to), 0) };
}

/** Whether a code may have more problems than are fixed at once. */
export function areTooMany(document: Document, code: Code): boolean {
  const total = document.counts.reduce((sum, count) => sum + count, 0);
  return total > maxAtOnce && problemsOf(document).some((problem) => problem.code === code);
}

/** The problems of a code in document order, with their nodes. */
function* problemsAtNodes(document: Document, code: Code): Work<ProblemAtNode[]> {
  const nodes = new NodesInOrder(document.tree);
  const located: ProblemAtNode[] = [];
  if (document.type.wrongFile !== null) return [];
  const problems = code === 'syntax' ? syntaxProblems(document) : yield* problemsOfCode(document, code);
  for (const problem of problems) {
    if (located.push({ problem, node: nodes.at(problem.from) }) === maxAtOnce) break;
    yield;
  }
  return located;
}

/** Syntax errors as problems, without messages. */
function* syntaxProblems({ tree }: Document): Generator<Problem> {
  for (const { errorKind, from, to, at } of syntaxErrorsInOrder(tree)) {
    yield { code: 'syntax', severity: 'error', from, to, message: '', fix: { errorKind, at } };
  }
}

function* problemsOfCode(document: Document, code: Code): Work<Problem[]> {
  const all = isFixableHint(code)
    ? yield* findHints(document, maxAtOnce, maxAtOnce)
    : yield* listProblems(document, maxAtOnce);
  return all.filter((problem) => problem.code === code).sort((a, b) => a.from - b.from);
}

/** Duplicate keys without those of two objects in one, which are not fixed by removing the first. */
function* inOneObject(document: Document, problems: readonly ProblemAtNode[]): Work<ProblemAtNode[]> {
  const kept: ProblemAtNode[] = [];
  for (const located of problems) {
    if (splitObject(document, located.problem, located.node.parent) === null) kept.push(located);
    yield;
  }
  return kept;
}

function* sureRenamings(document: Document, problems: readonly ProblemAtNode[]): Work<ProblemAtNode[]> {
  const sure: ProblemAtNode[] = [];
  for (const located of problems) {
    if (isSureRenaming(document, located)) sure.push(located);
    yield;
  }
  return sure;
}

function* obviousFix(
  document: Document,
  { problem, node }: ProblemAtNode,
  budget: Budget,
): Work<ProblemEdits | null> {
  const proposed = yield* proposalsFor(document, problem, { recentModelIds: [], node });
  const tried = budget.left > 0 ? yield* runWithin(verifyFixes(document, problem, proposed), budget) : null;
  const fixes = tried ?? proposed;
  const fix = fixes.find(({ isPreferred }) => isPreferred);
  if (fix === undefined || fix.cursor !== undefined) return null;
  return { problem, node, edits: [...fix.edits].sort(byOffset) };
}

/** Drops fixes with an edit that meets an edit of an earlier fix. */
function* withoutOverlap(fixes: readonly (ProblemEdits | null)[]): Work<ProblemEdits[]> {
  const taken: ProblemEdits[] = [];
  let near: Edit[] = [];
  const inOrder = fixes.filter((fix) => fix !== null).sort((a, b) => byOffset(a.edits[0]!, b.edits[0]!));
  for (const fix of inOrder) {
    yield;
    near = near.filter(({ to }) => to >= fix.edits[0]!.from);
    if (fix.edits.some((edit) => near.some((other) => meets(edit, other)))) continue;
    taken.push(fix);
    near.push(...fix.edits);
  }
  return taken;
}

/** Replacements may be adjacent; an insertion must not touch another edit. */
function meets(a: Edit, b: Edit): boolean {
  const isInsertion = a.from === a.to || b.from === b.to;
  return isInsertion ? a.from <= b.to && b.from <= a.to : a.from < b.to && b.from < a.to;
}
