import { countOf } from '../../send/format/counts';
import { label } from '../../server/core/features/visible';
import type { Severity } from '../../server/core/schema/problem';
import { fileErrorReason } from '../../server/files/fileErrorReason';
import type { CheckedFile } from '../check/checkedFile';
import { ExitCode } from '../exitCode';
import { fail } from '../fail';
import type { Failure } from '../files/inputs';
import { type Output, writeTo } from '../files/openOutput';
import { exitNow, onInterrupt } from '../onExit';
import { status } from '../status';
import { tell } from '../terminal/tell';
import { type ReportFormat, reportIn } from './formats';
import type { Report } from './report';
import { noTotals, summaryLines, type Totals, withFailure, withFile } from './totals';

export interface ReportFilesOptions {
  readonly format: ReportFormat;
  readonly output?: string;
  readonly severity: Severity;
  readonly exitZero?: boolean;
  /** Whether a SARIF report stays within the limits of GitHub. */
  readonly githubLimits?: boolean;
  /** Number of files to check, for the summary of an interrupted run. */
  readonly files?: number;
}

/** Whether the options contradict each other; the user has been told. */
export function isMisused({
  format,
  githubLimits,
}: {
  readonly format: string;
  readonly githubLimits?: boolean;
}): boolean {
  if (githubLimits !== true || format === 'sarif') return false;
  fail('--github-limits', 'Only reports with --format sarif have these limits.');
  return true;
}

/** Writes the report on checked files, and sets the exit code. */
export async function reportFiles(
  results: AsyncIterable<CheckedFile | Failure>,
  options: ReportFilesOptions,
): Promise<void> {
  await writeReport(options.output, async (output) => {
    const report = reportIn(options.format, output.stream, options.githubLimits === true);
    await output.write(report.start());
    const totals = await reportAll(results, { options, report, output });
    await output.write(report.end(totals));
    return () => {
      // The report went to a file, so nothing has been shown yet.
      if (output.stream === null)
        tell([...summaryLines(totals), `Report: ${label(options.output ?? '')}`].join('\n'));
    };
  });
}

/** Writes a report to standard output or to a file. Then calls the result. */
export async function writeReport(
  path: string | undefined,
  write: (output: Output) => Promise<() => void>,
): Promise<void> {
  let done = (): void => undefined;
  try {
    await writeTo(path, async (output) => {
      done = await write(output);
    });
  } catch (error) {
    // An internal error, not one of the system.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return fail(path ?? '<stdout>', `Cannot write the report: ${fileErrorReason(error)}`);
  }
  done();
}

interface Run {
  readonly options: ReportFilesOptions;
  readonly report: Report;
  readonly output: Output;
}

async function reportAll(results: AsyncIterable<CheckedFile | Failure>, run: Run): Promise<Totals> {
  const { options, report, output } = run;
  let totals = noTotals(options.severity);
  const forget = onInterrupt((code) => {
    tellInterrupted(totals, options.files);
    exitNow(code);
  });
  for await (const result of results) {
    if ('message' in result) {
      fail(result.shown, result.message);
      totals = withFailure(totals);
      await output.write(report.failure(result));
      continue;
    }
    totals = withFile(totals, result);
    if (!options.exitZero && fails(result.counts, options.severity)) status.add(ExitCode.problems);
    await output.write(report.file(result));
  }
  forget();
  return totals;
}

/** Tells what was found until an interrupt. */
function tellInterrupted(totals: Totals, files: number | undefined): void {
  const done = totals.files + totals.failures;
  if (done === 0) return;
  const all = files === undefined ? '' : ` of ${countOf(files, 'file')}`;
  tell([`Interrupted after ${done.toLocaleString('en')}${all}:`, ...summaryLines(totals)].join('\n'));
}

/** Errors and warnings fail a check; with `--severity error`, errors do. */
function fails([errors = 0, warnings = 0]: readonly number[], severity: Severity): boolean {
  return errors > 0 || (severity !== 'error' && warnings > 0);
}
