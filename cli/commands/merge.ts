import { fail } from '../fail';
import { findInputs } from '../files/inputs';
import { mergeFiles } from '../parts/mergeFiles';
import { CannotMerge, readPartials } from '../parts/readPartials';
import type { ReportFormat } from '../report/formats';
import { reportFiles } from '../report/reportFiles';

export interface MergeOptions {
  readonly format: ReportFormat;
  readonly output?: string;
  readonly githubLimits?: boolean;
  readonly exitZero?: boolean;
}

/** `trajectory merge`: one report of the partials that `check --part` wrote. */
export async function merge(paths: readonly string[], options: MergeOptions): Promise<void> {
  try {
    const partials = await readPartials(await pathsOf(paths));
    const { severity } = partials.start.options;
    await reportFiles(mergeFiles(partials), { ...options, severity, onPrint: () => undefined });
  } catch (error) {
    if (!(error instanceof CannotMerge)) throw error;
    fail(error.path, error.message);
  }
}

async function pathsOf(paths: readonly string[]): Promise<string[]> {
  const inputs = await findInputs(paths, (name) => name.endsWith('.partial'));
  return inputs.map((input) => {
    if ('message' in input) throw new CannotMerge(input.shown, input.message);
    if (input.path === null)
      throw new CannotMerge(input.shown, 'Partials cannot be read from standard input.');
    return input.path;
  });
}
