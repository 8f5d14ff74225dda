import { type Document, problemsOf } from '../../server/core/document';
import { fixesFor } from '../../server/core/features/fixes/fixes';
import type { Problem } from '../../server/core/schema/problem';
import { runToEnd } from '../../server/core/work';
import { declaredLanguage, formOf, headLength } from '../../server/languageDetection';
import { editDocument, open } from '../server/core/support';

/** Errors and warnings of one kind in a file. */
export interface Fixable {
  readonly severity: string;
  readonly code: string;
  /** The message of the first, without what is quoted in it. */
  readonly message: string;
  count: number;
  /** How many of them were tried. */
  tried: number;
  /** How many of those have a fix that removes the problem and makes no other. */
  fixed: number;
  /** The text at the first one without such a fix. */
  example: string | null;
}

/** More problems of one kind in a file are not tried, only counted. */
const maxTried = 20;

/** The errors and warnings of a file by kind, and how many of them a fix removes. */
export function fixableIn(name: string, content: string): Fixable[] {
  const language = declaredLanguage('', name) ?? formOf(name, content.slice(0, headLength));
  const document = open(content, { language, name });
  const before = graveOf(document);
  const kinds = new Map<string, Fixable>();
  for (const problem of before) {
    const { severity, code, from, to } = problem;
    const message = kindOf(problem);
    const key = `${severity} ${code} ${message}`;
    const kind = kinds.get(key) ?? { severity, code, message, count: 0, tried: 0, fixed: 0, example: null };
    kinds.set(key, kind);
    kind.count++;
    if (kind.tried === maxTried) continue;
    kind.tried++;
    if (hasFix(document, problem, before)) kind.fixed++;
    else kind.example ??= content.slice(Math.max(0, from - 40), Math.min(to, from + 80) + 20);
  }
  return [...kinds.values()];
}

/** The message without what is quoted from the file. */
function kindOf({ message }: Problem): string {
  return message.replace(/found the (\w+) .*/, 'found a $1').replace(/"[^"]*"|\d[\d,.]*/g, '…');
}

/** Whether a fix of the problem removes it, and makes no other error or warning. */
function hasFix(document: Document, problem: Problem, before: readonly Problem[]): boolean {
  const fixes = runToEnd(fixesFor(document, problem, { recentModelIds: [] }));
  return fixes.some(({ edits }) => {
    const ordered = [...edits].sort((a, b) => b.from - a.from || b.to - a.to);
    const after = graveOf(editDocument(document, ordered));
    return after.length < before.length && !hasNew(before, after);
  });
}

/** Whether a problem of the second list is not in the first; positions are not compared. */
function hasNew(before: readonly Problem[], after: readonly Problem[]): boolean {
  const left = new Map<string, number>();
  for (const problem of before) left.set(told(problem), (left.get(told(problem)) ?? 0) + 1);
  return after.some((problem) => {
    const count = left.get(told(problem)) ?? 0;
    left.set(told(problem), count - 1);
    return count === 0;
  });
}

function told({ code, message }: Problem): string {
  return `${code} ${message}`;
}

function graveOf(document: Document): Problem[] {
  return problemsOf(document, 100_000).filter(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
}
