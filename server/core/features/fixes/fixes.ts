import type { Document } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import { nodeAt } from '../../syntax/tree/nodes';
import type { Work } from '../../work';
import type { FixContext, Fixer, FixTarget, QuickFix } from './fix';
import { fixRoot } from './fixRoot';
import { fixDuplicateKey, fixNull } from './members/fixMembers';
import { fixMissingProperty } from './members/fixMissing';
import { fixUnknownCall, fixUnknownProperty } from './members/fixNames';
import { fixSyntax } from './syntax/fixSyntax';
import { fixDateTime, fixNotUtc } from './values/fixTime';
import { fixUuid } from './values/fixUuid';
import { fixWrongType } from './values/fixWrongType';
import { verifyFixes } from './verifyFixes';

const fixers: Partial<Record<Code, Fixer>> = {
  syntax: fixSyntax,
  'missing-property': fixMissingProperty,
  'wrong-type': fixWrongType,
  'null-value': fixNull,
  'invalid-uuid': fixUuid,
  'invalid-date-time': fixDateTime,
  'not-utc': fixNotUtc,
  'unknown-property': fixUnknownProperty,
  'duplicate-key': fixDuplicateKey,
  'wrong-file': fixRoot,
  'unknown-call': fixUnknownCall,
};

/** Whether a code is that of an explaining hint, which is not among the problems of a document, and that has a repair. */
export function isFixableHint(code: unknown): boolean {
  return code === 'unknown-call';
}

/** The repairs of a problem of this very text, best first: those that do what they say, and no harm. */
export function* fixesFor(document: Document, problem: Problem, context: FixContext): Work<QuickFix[]> {
  const node = nodeAt(document.tree, problem.from);
  return yield* verifyFixes(document, problem, proposalsFor(document, problem, { ...context, node }));
}

/** The repairs that are worth a try, not tried yet. */
export function proposalsFor(document: Document, problem: Problem, target: FixTarget): QuickFix[] {
  return fixers[problem.code]?.(document, problem, target) ?? [];
}
