import { unlinkSync } from 'node:fs';
import { ExitCode } from './exitCode';
import { reasonOf } from './files/reason';
import { tellFailure } from './tell';

const unfinished = new Set<string>();

/** Removes an unfinished file if the program is interrupted; call the result once the file is finished. */
export function onExit(path: string): () => void {
  unfinished.add(path);
  return () => unfinished.delete(path);
}

/** Ends the program, and takes its unfinished files away. */
export function exitNow(code: number): never {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // It was not created yet, or is not ours to remove any more.
    }
  }
  process.exit(code);
}

/** Signals that end a program, with their exit codes. */
const signals = { SIGINT: ExitCode.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

let interrupt: (() => void) | null = null;

/** Lets an interrupt do something else than end the program, until the result is called. A second one ends it. */
export function onInterrupt(act: () => void): () => void {
  interrupt = act;
  return () => {
    interrupt = null;
  };
}

/** Lets signals end the program with the exit codes that shells expect. */
export function exitOnSignals(): void {
  for (const [signal, code] of Object.entries(signals))
    process.on(signal, () => {
      const act = interrupt;
      interrupt = null;
      if (act === null) exitNow(code);
      act();
    });
}

/** Ends the program silently once nobody reads its output, with what it has found so far. */
export function exitOnClosedPipe(codeSoFar: () => number): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'EOF') exitNow(codeSoFar());
      if (stream === process.stdout) tellFailure('<stdout>', `It cannot be written: ${reasonOf(error)}`);
      exitNow(ExitCode.failed);
    });
  }
}
