#!/usr/bin/env node
import { CommanderError } from 'commander';
import { tellError } from './contained';
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
    if (error instanceof CommanderError) process.exitCode = exitCodeOf(error.exitCode);
    else tellError(error);
  });
