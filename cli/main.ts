#!/usr/bin/env node
import { CommanderError } from 'commander';
import { exitOnClosedPipe, exitOnSignals } from './onExit';
import { createProgram, exitCodeOf, isOwnProgram } from './program';
import { status } from './status';

createProgram()
  .hook('preAction', (_, command) => {
    if (isOwnProgram(command)) return;
    exitOnSignals();
    exitOnClosedPipe(() => status.code);
  })
  .parseAsync()
  .catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = exitCodeOf(error.exitCode);
  });
