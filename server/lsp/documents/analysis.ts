import {
  analyze,
  type Document,
  type DocumentOptions,
  maxProblems,
  problemsOf,
  type Revision,
  reanalyze,
  revise,
} from '../../core/document';
import type { Engine } from '../../core/engine';
import { findHints } from '../../core/features/hints/hints';
import type { Problem } from '../../core/schema/problem';
import type { Edit, Text } from '../../core/text/text';
import type { Work } from '../../core/work';

/** What becomes of a document without being asked. Tests put one in its place that fails. */
export interface Analysis {
  analyze(text: Text, options: DocumentOptions): Work<Document>;
  revise(revision: Revision, edit: Edit): Revision;
  reanalyze(document: Document, revision: Revision): Work<Document>;
  problemsOf(document: Document): readonly Problem[];
  /** Hints, as many as there is room for beside so many problems. */
  findHints(document: Document, problems: number): Work<Problem[]>;
}

export function analysisBy(engine: Engine): Analysis {
  return {
    analyze: (text, options) => analyze(engine, text, options),
    revise,
    reanalyze,
    problemsOf,
    findHints: (document, problems) => findHints(document, maxProblems - problems),
  };
}
