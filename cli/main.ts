#!/usr/bin/env node
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CommanderError } from 'commander';
import type { ThreadRole } from '../server/ranges/workers';
import { tellError } from './contained';
import { ExitCode } from './exitCode';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { ownPrograms } from './ownPrograms';
import { createProgram } from './program';
import { status } from './status';

export { ownPrograms };

/** Worker threads run the same bundle: what they do, by their role. */
const threads: Record<ThreadRole, (port: MessagePort) => Promise<void>> = {
  check: async (port) => (await import('./check/serveTasks')).serveTasks(port),
  view: async (port) => (await import('../server/viewedFiles/serveDisk')).serveDisk(port),
};

if (parentPort !== null) void threads[workerData as ThreadRole](parentPort);
// The programs in `bin` only import it.
else if (require.main === module) runProgram();

function runProgram(): void {
  if (!Object.hasOwn(ownPrograms, process.argv[2] ?? '')) {
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
