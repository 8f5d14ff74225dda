import { analyze, type Document, listProblems } from '../../server/core/document';
import type { Engine } from '../../server/core/engine';
import { hasAutomaticFixes } from '../../server/core/features/fixes/all/fixEverything';
import { findHints } from '../../server/core/features/hints/hints';
import { label } from '../../server/core/features/visible';
import type { Counts } from '../../server/core/rules/checking/problemCollector';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { type Code, type Problem, type Severity, severities } from '../../server/core/schema/problem';
import type { Range } from '../../server/core/text/range';
import { positionAt, type Text } from '../../server/core/text/text';
import type { Work } from '../../server/core/work';
import type { Input } from '../files/inputs';
import { type ReadOptions, readDocument, type Source } from '../files/readDocument';
import { runInSlices } from '../inSlices';
import { type Excerpt, excerptOf } from './excerpt';

/** Lines and columns as editors show them: they count from 1, and columns count UTF-16 code units. */
export interface LineRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A problem, on one line and without invisible characters in its message. */
export interface FoundProblem extends LineRange {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly related: (LineRange & { readonly message: string }) | null;
  readonly excerpt: Excerpt;
}

/** A checked file. */
export interface CheckedFile {
  readonly shown: string;
  readonly path: string | null;
  readonly language: LanguageId;
  /** Numbers of all problems by severity, in the order of `severities`, whatever is listed. */
  readonly counts: Counts;
  /** The listed problems, by position. */
  readonly problems: readonly FoundProblem[];
  /** The last line that was read if there were too many syntax errors to go on; else null. */
  readonly readToLine: number | null;
  /** Whether `fix` may fix a problem. */
  readonly isFixable: boolean;
}

export interface CheckOptions extends ReadOptions {
  /** The lowest severity to list. */
  readonly severity: Severity;
  /** Number of problems to list; errors come first. */
  readonly maxProblems: number;
}

/**
 * Reads a file and finds what the editor finds in the same bytes: its problems and explaining hints. Returns a sentence
 * if the file cannot be read. Reports know the engine only through this.
 */
export async function checkFile(
  engine: Engine,
  input: Input,
  options: CheckOptions,
): Promise<CheckedFile | { readonly message: string }> {
  const source = await readDocument(input, options);
  if ('message' in source) return source;
  const { shown, path } = input;
  return { shown, path, language: source.language, ...(await runInSlices(check(engine, source, options))) };
}

type Checked = Omit<CheckedFile, 'shown' | 'path' | 'language'>;

function* check(engine: Engine, { text, language, name }: Source, options: CheckOptions): Work<Checked> {
  const document = yield* analyze(engine, text, { language, name });
  const hints = yield* findHints(document, Number.POSITIVE_INFINITY);
  const counts = document.counts.map(
    (count, i) => count + hints.filter(({ severity }) => severity === severities[i]).length,
  );
  const all = [...(yield* listProblems(document, Number.POSITIVE_INFINITY)), ...hints];
  return {
    counts: counts as unknown as Counts,
    problems: listed(all, options).map((problem) => foundProblem(text, problem)),
    readToLine: readToLine(document),
    isFixable: hasAutomaticFixes(all),
  };
}

/** The problems to list, by position. If there are too many, the most severe ones. */
function listed(all: readonly Problem[], { severity, maxProblems }: CheckOptions): Problem[] {
  const isWanted = severities.slice(0, severities.indexOf(severity) + 1);
  return isWanted
    .flatMap((wanted) => all.filter((problem) => problem.severity === wanted))
    .slice(0, maxProblems)
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

function foundProblem(text: Text, problem: Problem): FoundProblem {
  const { code, severity, message, related } = problem;
  return {
    code,
    severity,
    message: label(message),
    ...lineRangeOf(text, problem),
    related:
      related === undefined ? null : { message: label(related.message), ...lineRangeOf(text, related) },
    excerpt: excerptOf(text, problem),
  };
}

/** The lines and columns of a range. */
export function lineRangeOf(text: Text, { from, to }: Range): LineRange {
  const [start, end] = [positionAt(text, from), positionAt(text, to)];
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

function readToLine({ text, tree }: Document): number | null {
  return tree.readTo < text.length ? positionAt(text, tree.readTo).line + 1 : null;
}
