import { countOf } from '../../send/format/counts';
import { type Severity, severities } from '../../server/core/schema/problem';
import type { CheckedFile } from '../check/checkedFile';

/** The totals of a run. */
export interface Totals {
  readonly files: number;
  readonly filesWithProblems: number;
  /** Files that could not be read. */
  readonly failures: number;
  /** Numbers of all problems by severity, in the order of `severities`, listed or not. */
  readonly counts: readonly number[];
  /** The same for the listed problems. */
  readonly listed: readonly number[];
  /** The lowest severity to list. */
  readonly severity: Severity;
  readonly isFixable: boolean;
}

/** The totals of a run that lists problems down to a severity, before its first file. */
export function noTotals(severity: Severity): Totals {
  return {
    files: 0,
    filesWithProblems: 0,
    failures: 0,
    counts: [0, 0, 0, 0],
    listed: [0, 0, 0, 0],
    severity,
    isFixable: false,
  };
}

export function withFile(totals: Totals, { counts, problems, isFixable }: CheckedFile): Totals {
  return {
    ...totals,
    files: totals.files + 1,
    filesWithProblems: totals.filesWithProblems + (counts.some((count) => count > 0) ? 1 : 0),
    counts: totals.counts.map((count, i) => count + counts[i]!),
    listed: totals.listed.map(
      (count, i) => count + problems.filter(({ severity }) => severity === severities[i]).length,
    ),
    isFixable: totals.isFixable || isFixable,
  };
}

export function withFailure(totals: Totals): Totals {
  return { ...totals, failures: totals.failures + 1 };
}

/** Counts by severity under their names, for programs. */
export function namedCounts(counts: readonly number[]): Record<Severity, number> {
  return Object.fromEntries(severities.map((severity, i) => [severity, counts[i] ?? 0])) as Record<
    Severity,
    number
  >;
}

/** Counts by severity in words, without those that are zero; null if all are. */
export function countsInWords(counts: readonly number[]): string | null {
  const words = severities.flatMap((severity, i) =>
    counts[i]! === 0 ? [] : [inWords(counts[i]!, severity)],
  );
  return words.length === 0 ? null : words.join(', ');
}

function inWords(count: number, severity: Severity): string {
  // "Information" has no plural.
  return severity === 'information' ? `${count.toLocaleString('en')} information` : countOf(count, severity);
}

/** The end of a report for people: what was found, what is not listed and why, and what to do next. */
export function summaryLines(totals: Totals): readonly string[] {
  const { files, filesWithProblems, failures, counts } = totals;
  const found = countsInWords(counts);
  const where =
    files === 1 ? '' : ` in ${filesWithProblems.toLocaleString('en')} of ${countOf(files, 'file')}`;
  const lines: string[] = [];
  if (files > 0)
    lines.push(found === null ? `${countOf(files, 'file')} checked, no problems.` : `${found}${where}.`);
  lines.push(...notListed(totals));
  if (totals.isFixable)
    lines.push(
      'Some may have fixes that need no decision: `trajectory fix --dry-run` shows them, `trajectory fix` makes them.',
    );
  if (failures > 0) lines.push(`${countOf(failures, 'file')} could not be checked: see above.`);
  return lines;
}

function notListed({ counts, listed, severity }: Totals): string[] {
  const left = counts.map((count, i) => count - listed[i]!);
  const lines: string[] = [];
  const excluded = left.map((count, i) => (i > severities.indexOf(severity) ? count : 0));
  const least = severities.findLast((_, i) => excluded[i]! > 0);
  const words = countsInWords(excluded);
  if (words !== null) lines.push(`Not listed: ${words} (use --severity ${least}).`);
  const cut = countsInWords(left.map((count, i) => count - excluded[i]!));
  if (cut !== null) lines.push(`Not listed, because of the limit: ${cut} (--max-problems lists more).`);
  return lines;
}
