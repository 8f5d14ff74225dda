import { hasAutomaticFixes } from '../../server/core/features/fixes/all/fixEverything';
import { label } from '../../server/core/features/visible';
import type { Counts } from '../../server/core/rules/checking/problemCollector';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { type Code, type Severity, severities } from '../../server/core/schema/problem';
import type { PlacedProblem, PositionRange } from '../../server/core/streaming/placed';
import type { StreamOptions } from '../../server/core/streaming/streamOptions';
import type { Checked } from '../../server/core/streaming/verdict';
import type { Input } from '../files/inputs';
import type { OpenedInput } from '../files/openInput';
import { type Excerpt, excerptOfProblem } from './excerpt';

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

/** A checked file: plain data. */
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
  /** Whether `fix` may fix one of the first problems. */
  readonly isFixable: boolean;
}

/** Which problems to list. */
export interface ListOptions {
  /** The lowest severity. */
  readonly severity: Severity;
  /** How many; errors come first. */
  readonly maxProblems: number;
}

/** Problems of a file that are always kept, to see whether some can be fixed. */
const leastKept = 1000;

/** Options of the engine for an input. */
export function streamOptions(
  { language, name }: Pick<OpenedInput, 'language' | 'name'>,
  { maxProblems }: ListOptions,
): StreamOptions {
  return { language, name, limit: Math.max(maxProblems, leastKept), hints: true };
}

/** What was found in a file, for reports. They know the engine only through this. */
export function checkedFile(
  { shown, path }: Pick<Input, 'shown' | 'path'>,
  language: LanguageId,
  checked: Checked,
  options: ListOptions,
): CheckedFile {
  const { hints, stoppedAt } = checked;
  const counts = checked.counts.map(
    (count, i) => count + hints.filter(({ severity }) => severity === severities[i]).length,
  );
  const all = [...checked.problems, ...hints];
  return {
    shown,
    path,
    language,
    counts: counts as unknown as Counts,
    problems: listed(all, options).map(foundProblem),
    readToLine: stoppedAt === null ? null : stoppedAt + 1,
    isFixable: hasAutomaticFixes(all),
  };
}

/** The problems to list, by position. If there are too many, the most severe ones. */
function listed(all: readonly PlacedProblem[], { severity, maxProblems }: ListOptions): PlacedProblem[] {
  const isWanted = severities.slice(0, severities.indexOf(severity) + 1);
  return isWanted
    .flatMap((wanted) => all.filter((problem) => problem.severity === wanted).sort(byPosition))
    .slice(0, maxProblems)
    .sort(byPosition);
}

function byPosition(a: PlacedProblem, b: PlacedProblem): number {
  return a.from - b.from || a.to - b.to;
}

function foundProblem(problem: PlacedProblem): FoundProblem {
  const { code, severity, message, related, start, end, relatedAt } = problem;
  return {
    code,
    severity,
    message: label(message),
    ...lineRange({ start, end }),
    related: related === undefined ? null : { message: label(related.message), ...lineRange(relatedAt!) },
    excerpt: excerptOfProblem(problem),
  };
}

/** A range as editors show it. */
function lineRange({ start, end }: PositionRange): LineRange {
  return {
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}
