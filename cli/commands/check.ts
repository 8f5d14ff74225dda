import { createEngine } from '../../server/core/engine';
import type { LanguageId } from '../../server/core/schema/documentKind';
import type { Severity } from '../../server/core/schema/problem';
import { checkFile } from '../check/checkFile';
import { contained } from '../contained';
import { ExitCode } from '../exitCode';
import { type Failure, findInputs, type Input } from '../files/inputs';
import { reasonOf } from '../files/reason';
import { type formats, reportIn } from '../report/formats';
import type { Report } from '../report/report';
import { noTotals, summaryLines, type Totals, withFailure, withFile } from '../report/totals';
import { status } from '../status';
import { tell, tellFailure } from '../tell';
import { type Output, outputTo } from '../terminal/output';
import { startProgress } from '../terminal/progress';

export interface CheckCommandOptions {
  readonly as?: LanguageId;
  readonly format: (typeof formats)[number];
  readonly output?: string;
  readonly severity: Severity;
  readonly maxProblems: number;
  readonly exitZero?: boolean;
}

/** `trajectory check`: reports problems in files. */
export async function check(paths: readonly string[], options: CheckCommandOptions): Promise<void> {
  const output = await openOutput(options.output);
  if (output === null) return;
  const report = reportIn(options.format, output.stream);
  const inputs = await findInputs(paths);
  let totals = noTotals;
  try {
    await output.write(report.start());
    totals = await checkAll(inputs, { options, report, output });
    await output.write(report.end(totals));
    await output.end();
  } catch (error) {
    await output.discard();
    // An internal error, not one of the system.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return unwritable(options.output, error);
  }
  // The report went to a file, so nothing has been shown yet.
  if (output.stream === null) tell([...summaryLines(totals), `Report: ${options.output}`].join('\n'));
}

async function openOutput(path: string | undefined): Promise<Output | null> {
  try {
    return await outputTo(path);
  } catch (error) {
    unwritable(path, error);
    return null;
  }
}

function unwritable(path: string | undefined, error: unknown): void {
  tellFailure(path ?? '<stdout>', `Cannot write the report: ${reasonOf(error)}`);
  status.add(ExitCode.failed);
}

interface Run {
  readonly options: CheckCommandOptions;
  readonly report: Report;
  readonly output: Output;
}

async function checkAll(inputs: readonly (Input | Failure)[], run: Run): Promise<Totals> {
  const { options, report, output } = run;
  const engine = createEngine();
  const progress = startProgress(inputs.length, totalSize(inputs));
  let totals = noTotals;
  for (const input of inputs) {
    const checked =
      'message' in input
        ? input
        : await contained(checkFile(engine, input, { ...options, onBytes: progress.bytes }));
    progress.fileDone();
    if ('message' in checked) {
      const failure = { shown: input.shown, message: checked.message };
      progress.clear();
      tellFailure(failure.shown, failure.message);
      status.add(ExitCode.failed);
      totals = withFailure(totals);
      await output.write(report.failure(failure));
      continue;
    }
    totals = withFile(totals, checked);
    if (!options.exitZero && fails(checked.counts, options.severity)) status.add(ExitCode.problems);
    const text = report.file(checked);
    if (text !== '') progress.clear();
    await output.write(text);
  }
  progress.clear();
  return totals;
}

function totalSize(inputs: readonly (Input | Failure)[]): number {
  return inputs.reduce((sum, input) => sum + ('size' in input ? input.size : 0), 0);
}

/** Errors and warnings fail a check; with `--severity error`, errors do. */
function fails([errors = 0, warnings = 0]: readonly number[], severity: Severity): boolean {
  return errors > 0 || (severity !== 'error' && warnings > 0);
}
