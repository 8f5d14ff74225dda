import type { Severity } from '../../server/core/schema/problem';
import type { CheckedFile } from '../check/checkedFile';
import { ExitCode } from '../exitCode';
import type { Failure } from '../files/inputs';
import { reasonOf } from '../reason';
import { status } from '../status';
import { tell, tellFailure } from '../tell';
import { type Output, outputTo } from '../terminal/output';
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
  /** Called before something is printed. */
  onPrint(): void;
}

/** Writes the report on checked files, and sets the exit code. */
export async function reportFiles(
  results: AsyncIterable<CheckedFile | Failure>,
  options: ReportFilesOptions,
): Promise<void> {
  await writeTo(options.output, async (output) => {
    const report = reportIn(options.format, output.stream, options.githubLimits === true);
    await output.write(report.start());
    const totals = await reportAll(results, { options, report, output });
    await output.write(report.end(totals));
    return () => {
      // The report went to a file, so nothing has been shown yet.
      if (output.stream === null) tell([...summaryLines(totals), `Report: ${options.output}`].join('\n'));
    };
  });
}

/** Writes to standard output or to a file, which is replaced once everything is written. Then calls the result. */
export async function writeTo(
  path: string | undefined,
  write: (output: Output) => Promise<() => void>,
): Promise<void> {
  let output: Output;
  try {
    output = await outputTo(path);
  } catch (error) {
    return unwritable(path, error);
  }
  let done: () => void;
  try {
    done = await write(output);
    await output.end();
  } catch (error) {
    await output.discard();
    // An internal error, not one of the system.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return unwritable(path, error);
  }
  done();
}

function unwritable(path: string | undefined, error: unknown): void {
  tellFailure(path ?? '<stdout>', `Cannot write the report: ${reasonOf(error)}`);
  status.add(ExitCode.failed);
}

interface Run {
  readonly options: ReportFilesOptions;
  readonly report: Report;
  readonly output: Output;
}

async function reportAll(results: AsyncIterable<CheckedFile | Failure>, run: Run): Promise<Totals> {
  const { options, report, output } = run;
  let totals = noTotals(options.severity);
  for await (const result of results) {
    if ('message' in result) {
      options.onPrint();
      tellFailure(result.shown, result.message);
      status.add(ExitCode.failed);
      totals = withFailure(totals);
      await output.write(report.failure(result));
      continue;
    }
    totals = withFile(totals, result);
    if (!options.exitZero && fails(result.counts, options.severity)) status.add(ExitCode.problems);
    const text = report.file(result);
    if (text !== '') options.onPrint();
    await output.write(text);
  }
  options.onPrint();
  return totals;
}

/** Errors and warnings fail a check; with `--severity error`, errors do. */
function fails([errors = 0, warnings = 0]: readonly number[], severity: Severity): boolean {
  return errors > 0 || (severity !== 'error' && warnings > 0);
}
