import { fail } from '../fail';
import { type Failure, findInputs, type Input, type Wanted } from '../files/inputs';
import { whyNotWritten } from '../files/outputs';
import { mergeFiles } from '../parts/mergeFiles';
import { CannotMerge, readPartials } from '../parts/readPartials';
import type { ReportFormat } from '../report/formats';
import { isMisused, reportFiles } from '../report/reportFiles';

export interface MergeOptions {
  readonly format: ReportFormat;
  readonly output?: string;
  readonly githubLimits?: boolean;
  readonly exitZero?: boolean;
}

/** `trajectory merge`: one report of the partials that `check --part` wrote. */
export async function merge(paths: readonly string[], options: MergeOptions): Promise<void> {
  if (isMisused(options)) return;
  const inputs = await findInputs(paths, wanted);
  const refused = await whyNotWritten(options.output, inputs, 'report');
  if (refused !== null) return fail(options.output!, refused);
  try {
    const partials = await readPartials(pathsOf(inputs));
    const { severity } = partials.start.options;
    await reportFiles(mergeFiles(partials), { ...options, severity });
  } catch (error) {
    if (!(error instanceof CannotMerge)) throw error;
    fail(error.path, error.message);
  }
}

const wanted: Wanted = {
  isWanted: (name) => name.endsWith('.partial'),
  ifNone:
    'No partial reports in this folder: no name ends with .partial. `trajectory check --part I/N --format partial` writes them.',
};

function pathsOf(inputs: readonly (Input | Failure)[]): string[] {
  return inputs.map((input) => {
    if ('message' in input) throw new CannotMerge(input.shown, input.message);
    if (input.path === null)
      throw new CannotMerge(input.shown, 'Partials cannot be read from standard input.');
    return input.path;
  });
}
