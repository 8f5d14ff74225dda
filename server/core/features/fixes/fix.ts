import type { Document } from '../../document';
import type { Code, Problem } from '../../schema/problem';
import type { Node } from '../../syntax/tree/nodes';
import type { Edit } from '../../text/text';

/** A repair of one problem. */
export interface QuickFix {
  readonly title: string;
  readonly code: Code;
  /** In offsets of the current text (UTF-16 code units); they do not overlap. */
  readonly edits: readonly Edit[];
  /** Whether it is the one repair that is meant; only such a fix is applied without being chosen. */
  readonly isPreferred: boolean;
  /** Where something is left to fill in: an offset of the text after the edits. */
  readonly cursor?: number;
}

export interface FixContext {
  /** Newest first. */
  readonly recentModelIds: readonly string[];
}

/** A problem, and the node at its start. */
export interface ProblemAtNode {
  readonly problem: Problem;
  readonly node: Node;
}

/** A fix of which nothing but its edits is of interest, in order, with the problem that it removes. */
export interface ProblemEdits extends ProblemAtNode {
  readonly edits: readonly Edit[];
}

/** What fixers know besides the problem. */
export interface FixTarget extends FixContext {
  /** The node at the start of the problem. */
  readonly node: Node;
}

/** Gives the repairs of a problem, best first; none where there is no obvious one. */
export type Fixer = (document: Document, problem: Problem, target: FixTarget) => QuickFix[];

/** The edits of repairs, in order. */
export function editsOf(repairs: readonly ProblemEdits[]): Edit[] {
  return repairs.flatMap(({ edits }) => edits).sort(byOffset);
}

export function byOffset(a: Edit, b: Edit): number {
  return a.from - b.from || a.to - b.to;
}

/** A fix that is one replacement. */
export function replacement({ code }: Problem, title: string, edit: Edit, isPreferred = true): QuickFix {
  return { title, code, edits: [edit], isPreferred };
}

export function remove(from: number, to: number): Edit {
  return { from, to, insert: '' };
}

export function insert(at: number, text: string): Edit {
  return { from: at, to: at, insert: text };
}

/** Text as a title shows it: one line, not long. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
