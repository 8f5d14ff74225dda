import { ExitCode } from './exitCode';
import { status } from './status';
import { tell } from './terminal/tell';

/** The result of work on one file. An internal error fails only this file; the others are still read. */
export async function contained<Result>(
  work: Promise<Result>,
): Promise<Result | { readonly message: string }> {
  try {
    return await work;
  } catch (error) {
    tellError(error);
    return { message: 'Internal error while processing this file; see above.' };
  }
}

/** Prints an internal error, with everything needed to report it. */
export function tellError(error: unknown): void {
  tell(`trajectory: Internal error: ${error instanceof Error ? error.stack : String(error)}`);
  status.add(ExitCode.failed);
}
