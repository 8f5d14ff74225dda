import type { Document } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import type { Node } from '../../syntax/nodes/node';
import { type Edit, lineEnd, lineStart, positionAt } from '../../text/text';
import type { Work } from '../../work';
import { label } from '../visible';

/** A fix of one problem. */
export interface QuickFix {
  readonly title: string;
  readonly code: Code;
  /** In offsets of the current text (UTF-16 code units); they do not overlap. */
  readonly edits: readonly Edit[];
  /** Whether it is the one obvious fix; only such a fix is applied without the user choosing it. */
  readonly isPreferred: boolean;
  /** Where the user has to fill in something: an offset in the text after the edits. */
  readonly cursor?: number;
}

export interface FixContext {
  /** UUIDs, newest first. */
  readonly recentModelIds: readonly string[];
}

/** A problem, and the node at its start. */
export interface ProblemAtNode {
  readonly problem: Problem;
  readonly node: Node;
}

/** A fix reduced to its edits, in order, with the problem that it removes. */
export interface ProblemEdits extends ProblemAtNode {
  readonly edits: readonly Edit[];
}

/** Input of fixers besides the problem. */
export interface FixTarget extends FixContext {
  /** The node at the start of the problem. */
  readonly node: Node;
}

/** Returns the fixes of a problem, best first; none if no fix is obvious. Long work is done in steps. */
export type Fixer = (
  document: Document,
  problem: Problem,
  target: FixTarget,
) => QuickFix[] | Work<QuickFix[]>;

/** The edits of fixes, in order. */
export function editsOf(fixes: readonly ProblemEdits[]): Edit[] {
  return fixes.flatMap(({ edits }) => edits).sort(byOffset);
}

export function byOffset(a: Edit, b: Edit): number {
  return a.from - b.from || a.to - b.to;
}

/** A fix with one edit. */
export function replacement({ code }: Problem, title: string, edit: Edit, isPreferred = true): QuickFix {
  return { title, code, edits: [edit], isPreferred };
}

export function remove(from: number, to: number): Edit {
  return { from, to, insert: '' };
}

export function insert(at: number, text: string): Edit {
  return { from: at, to: at, insert: text };
}

/** Removes the line with its line break; the last line with the line break before it. */
export function withoutLine({ text }: Document, problem: Problem): QuickFix {
  const { line } = positionAt(text, problem.from);
  const end = lineEnd(text, line);
  const isLast = end === text.length;
  const from = isLast && line > 0 ? lineEnd(text, line - 1) : lineStart(text, line);
  const to = isLast ? end : lineStart(text, line + 1);
  return replacement(problem, 'Remove the line', remove(from, to));
}

/** Maximum UTF-16 code units of a text in a title. */
const maxShown = 40;

/** Shortens a text to one short line for a title, with its line breaks as escapes. */
export function shown(text: string): string {
  // Indentation becomes one space; a longer text is cut anyway.
  const line = label(text.slice(0, 10 * maxShown).replace(/ +/g, ' '));
  return line.length > maxShown ? `${line.slice(0, maxShown - 1).replace(halfPair, '')}…` : line;
}

const halfPair = /[\ud800-\udbff]$/;
