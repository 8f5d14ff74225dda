#!/usr/bin/env node
import { parentPort } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { serveTasks } from './check/serveTasks';
import { tellError } from './contained';
import { ExitCode } from './exitCode';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram, isOwnProgram } from './program';
import { status } from './status';

// Worker threads run the same bundle.
if (parentPort === null) runProgram();
else serveTasks(parentPort);

function runProgram(): void {
  if (!isOwnProgram(process.argv[2])) {
    exitOnSignals();
    // Nobody may read the help, either.
    exitOnClosedPipe(() => status.code);
  }
  createProgram()
    .parseAsync()
    .catch((error: unknown) => {
      // Commander has reported an error, or has shown the help.
      if (error instanceof CommanderError)
        status.add(error.exitCode === 0 ? ExitCode.clean : ExitCode.failed);
      else tellError(error);
    });
}
