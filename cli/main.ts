#!/usr/bin/env node
import { CommanderError } from 'commander';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram, exitCodeOf } from './program';
import { status } from './status';

exitOnSignals();
exitOnClosedPipe(() => status.code);

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = exitCodeOf(error.exitCode);
  });
