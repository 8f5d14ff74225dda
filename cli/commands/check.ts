import { version } from '../../package.json';
import type { LanguageId } from '../../server/core/schema/documentKind';
import type { Severity } from '../../server/core/schema/problem';
import type { CheckOptions } from '../check/checkFile';
import { checkFiles, type Result } from '../check/checkFiles';
import { threadsFor } from '../check/threads';
import { fail } from '../fail';
import { type Failure, findInputs, type Input, totalSize } from '../files/inputs';
import { whyNotWritten } from '../files/outputs';
import { checkPart } from '../parts/checkPart';
import { type Part, partialFormat, partialLine } from '../parts/partial';
import type { ReportFormat } from '../report/formats';
import { isMisused, reportFiles, writeReport } from '../report/reportFiles';
import { type Progress, startProgress } from '../terminal/progress';

export interface CheckCommandOptions {
  readonly as?: LanguageId;
  readonly format: ReportFormat | 'partial';
  readonly output?: string;
  readonly severity: Severity;
  readonly maxProblems: number;
  readonly jobs?: number;
  readonly part?: Part;
  readonly githubLimits?: boolean;
  readonly exitZero?: boolean;
}

/** `trajectory check`: reports problems in files. */
export async function check(paths: readonly string[], options: CheckCommandOptions): Promise<void> {
  const { as, severity, maxProblems, format, part } = options;
  if (isMisused(options)) return;
  const inputs = await findInputs(paths);
  const refused = await whyNotWritten(options.output, inputs, 'report');
  if (refused !== null) return fail(options.output!, refused);
  const how: CheckOptions = { as, severity, maxProblems };
  if (part !== undefined && format === 'partial') return writePart(inputs, how, { ...options, ...part });
  if (part !== undefined || format === 'partial')
    return fail('check', '--part and --format partial must be used together.');
  const progress = startProgress(inputs.length, totalSize(inputs));
  const results = checkFiles(inputs, how, {
    jobs: threadsFor(totalSize(inputs), options.jobs),
    onBytes: progress.bytes,
  });
  const files = inputs.length;
  await reportFiles(counted(results, progress), { ...options, format, files });
}

/** Shows in the progress which files are done. */
async function* counted(results: AsyncIterable<Result>, progress: Progress): AsyncGenerator<Result> {
  for await (const result of results) {
    progress.fileDone();
    yield result;
  }
}

async function writePart(
  inputs: readonly (Input | Failure)[],
  options: CheckOptions,
  { part, parts, output }: Part & Pick<CheckCommandOptions, 'output'>,
): Promise<void> {
  if (inputs.some((input) => 'path' in input && input.path === null))
    return fail('<stdin>', 'Standard input cannot be checked in parts.');
  const bytes = totalSize(inputs);
  const progress = startProgress(inputs.length, Math.ceil(bytes / parts));
  await writeReport(output, async ({ write }) => {
    const about = { type: 'partial', format: partialFormat, version, part, parts, options, bytes } as const;
    await write(partialLine(about));
    const how = { part: { part, parts }, bytes, onBytes: progress.bytes };
    for await (const line of checkPart(inputs, options, how)) {
      progress.fileDone();
      if (line.type === 'failure') fail(line.shown, line.message);
      await write(partialLine(line));
    }
    await write(partialLine({ type: 'end', files: inputs.length }));
    return () => undefined;
  });
}
