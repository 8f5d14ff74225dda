import { CommanderError } from 'commander';
import { tellError } from './contained';
import { ExitCode } from './exitCode';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram } from './program';
import { status } from './status';

/** Runs the command that the arguments of the process name. */
export async function runCommandLine(): Promise<void> {
  exitOnSignals();
  // Nobody may read the help, either.
  exitOnClosedPipe(() => status.code);
  try {
    await createProgram().parseAsync();
  } catch (error) {
    // Commander has reported an error, or has shown the help.
    if (error instanceof CommanderError) status.add(error.exitCode === 0 ? ExitCode.clean : ExitCode.failed);
    else tellError(error);
  }
}
