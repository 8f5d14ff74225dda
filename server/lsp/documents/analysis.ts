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

/** The analysis that runs without a request. Tests replace it with one that fails. */
export interface Analysis {
  analyze(text: Text, options: DocumentOptions): Work<Document>;
  revise(revision: Revision, edit: Edit): Revision;
  reanalyze(document: Document, revision: Revision): Work<Document>;
  problemsOf(document: Document): readonly Problem[];
  /** Finds hints. `problems` is the number of problems in the same list, which leaves room for fewer hints. */
  findHints(document: Document, problems: number): Work<Problem[]>;
}

export function analysisBy(engine: Engine): Analysis {
  return {
    analyze: (text, options) => analyze(engine, text, options),
    revise,
    reanalyze,
    // Before anything is typed, nothing is wrong.
    problemsOf: (document) => (document.text.length === 0 ? [] : problemsOf(document)),
    findHints: (document, problems) => findHints(document, maxProblems - problems),
  };
}
