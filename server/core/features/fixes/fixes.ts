import type { Document } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import type { FixContext, Fixer, QuickFix } from './fix';
import { fixDuplicateKey, fixNull, fixUnknownProperty } from './fixMembers';
import { fixMissingProperty } from './fixMissing';
import { fixRoot, isRootProblem } from './fixRoot';
import { fixSyntax } from './fixSyntax';
import { fixNotUtc, fixUuid, fixWrongType } from './fixValues';
import { verified } from './verified';

const fixers: Partial<Record<Code, Fixer>> = {
  syntax: fixSyntax,
  'missing-property': fixMissingProperty,
  'wrong-type': fixWrongType,
  'null-value': fixNull,
  'invalid-uuid': fixUuid,
  'not-utc': fixNotUtc,
  'unknown-property': fixUnknownProperty,
  'duplicate-key': fixDuplicateKey,
};

/** The repairs of a problem of this very text, best first: those that do what they say, and no harm. */
export function fixesFor(document: Document, problem: Problem, context: FixContext): QuickFix[] {
  return verified(document, problem, proposalsFor(document, problem, context));
}

/** The repairs that are worth a try, not tried yet. */
export function proposalsFor(document: Document, problem: Problem, context: FixContext): QuickFix[] {
  if (isRootProblem(document, problem)) return fixRoot(document, problem);
  return fixers[problem.code]?.(document, problem, context) ?? [];
}
