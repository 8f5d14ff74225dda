import type { Document } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import { nodeAt } from '../../syntax/nodes/nodeAt';
import type { Work } from '../../work';
import type { FixContext, Fixer, FixTarget, QuickFix } from './fix';
import { fixMixedLine } from './fixMixedLine';
import { fixRoot } from './fixRoot';
import { fixDuplicateKey, fixNull } from './members/fixMembers';
import { fixMissingProperty } from './members/fixMissing';
import { fixThroughout, fixUnknownProperty } from './members/fixNames';
import { fixSyntax } from './syntax/fixSyntax';
import { fixDateTime, fixNotUtc } from './values/fixTime';
import { fixUuid } from './values/fixUuid';
import { fixWrongType } from './values/fixWrongType';
import { verifyFixes } from './verifyFixes';

const fixers: Partial<Record<Code, Fixer>> = {
  syntax: fixSyntax,
  'mixed-lines': fixMixedLine,
  'missing-property': fixMissingProperty,
  'wrong-type': fixWrongType,
  'null-value': fixNull,
  'invalid-uuid': fixUuid,
  'invalid-date-time': fixDateTime,
  'not-utc': fixNotUtc,
  'unknown-property': fixUnknownProperty,
  'duplicate-key': fixDuplicateKey,
  'wrong-file': fixRoot,
};

/** Those of explaining hints, which are not among the problems of a document. */
const hintFixers: Partial<Record<Code, Fixer>> = {
  'unknown-call': fixThroughout,
  'misspelt-role': fixThroughout,
};

/** Whether a code is that of an explaining hint with a fix. */
export function isFixableHint(code: unknown): boolean {
  return typeof code === 'string' && Object.hasOwn(hintFixers, code);
}

/** The verified fixes of a problem of this text, best first. */
export function* fixesFor(document: Document, problem: Problem, context: FixContext): Work<QuickFix[]> {
  const node = nodeAt(document.tree, problem.from);
  const proposed = yield* proposalsFor(document, problem, { ...context, node });
  return yield* verifyFixes(document, problem, proposed);
}

/** Possible fixes, not verified yet. */
export function* proposalsFor(document: Document, problem: Problem, target: FixTarget): Work<QuickFix[]> {
  const fixer = fixers[problem.code] ?? hintFixers[problem.code];
  const proposed = fixer?.(document, problem, target) ?? [];
  return Array.isArray(proposed) ? proposed : yield* proposed;
}
