#!/usr/bin/env node
import { parentPort } from 'node:worker_threads';
import { CommanderError } from 'commander';
import { serveTasks } from './check/serveTasks';
import { tellError } from './contained';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram, exitCodeOf, isOwnProgram } from './program';
import { status } from './status';

// Worker threads run the same bundle.
if (parentPort === null) runProgram();
else serveTasks(parentPort);

function runProgram(): void {
  createProgram()
    .hook('preAction', (_, command) => {
      if (isOwnProgram(command)) return;
      exitOnSignals();
      exitOnClosedPipe(() => status.code);
    })
    .parseAsync()
    .catch((error: unknown) => {
      if (error instanceof CommanderError) process.exitCode = exitCodeOf(error.exitCode);
      else tellError(error);
    });
}
