import { CommanderError } from 'commander';
import { tellError } from './contained';
import { ExitCode } from './exitCode';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram } from './program';
import { status } from './status';
import { tell } from './terminal/tell';

/** Runs the command that the arguments of the process name. */
export async function runCommandLine(): Promise<void> {
  exitOnSignals();
  // Nobody may read the help, either.
  exitOnClosedPipe(() => status.code);
  if (!hasCurrentFolder()) {
    tell('trajectory: The current folder does not exist any more. Change to another one.');
    return status.add(ExitCode.failed);
  }
  try {
    await createProgram().parseAsync();
  } catch (error) {
    // Commander has reported an error, or has shown the help.
    if (error instanceof CommanderError) status.add(error.exitCode === 0 ? ExitCode.clean : ExitCode.failed);
    else tellError(error);
  }
}

function hasCurrentFolder(): boolean {
  try {
    process.cwd();
    return true;
  } catch {
    // There is no other way to ask.
    return false;
  }
}
