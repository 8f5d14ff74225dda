import { unlinkSync } from 'node:fs';
import { fileErrorReason } from '../server/files/fileErrorReason';
import { ExitCode } from './exitCode';
import { tellFailure } from './terminal/tell';

/** Paths of unfinished files. */
const unfinished = new Set<string>();

/** Deletes an unfinished file if the program is interrupted. Call the returned function once the file is finished. */
export function onExit(path: string): () => void {
  unfinished.add(path);
  return () => unfinished.delete(path);
}

/** Deletes what is unfinished and exits. */
export function exitNow(code: number): never {
  for (const path of unfinished) {
    try {
      unlinkSync(path);
    } catch {
      // Not created yet, or already renamed.
    }
  }
  process.exit(code);
}

/** Signals that end a program, with their exit codes. */
const signals = { SIGINT: ExitCode.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

let interrupt: ((code: number) => void) | null = null;

/**
 * Replaces the effect of an interrupt until the returned function is called; it gets the exit code that shells expect.
 * A second interrupt exits.
 */
export function onInterrupt(act: (code: number) => void): () => void {
  interrupt = act;
  return () => {
    interrupt = null;
  };
}

/** Exits on signals with the codes that shells expect. */
export function exitOnSignals(): void {
  for (const [signal, code] of Object.entries(signals))
    process.on(signal, () => {
      const act = interrupt;
      interrupt = null;
      if (act === null) exitNow(code);
      act(code);
    });
}

/** What the program exits with if its output cannot be written; null if that has no meaning of its own. */
let codeOfLostOutput: number | null = null;

/** From now on, output that cannot be written does not say that nothing was done. */
export function onLostOutput(code: number): void {
  codeOfLostOutput = code;
}

/**
 * Exits silently once nothing reads the output, with the exit code so far or, after `onLostOutput`, with that. Messages
 * that nothing reads do not stop what is being sent or written.
 */
export function exitOnClosedPipe(codeSoFar: () => number): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || error.code === 'EOF') exitNow(codeOfLostOutput ?? codeSoFar());
    tellFailure('<stdout>', `Cannot be written: ${fileErrorReason(error)}`);
    exitNow(codeOfLostOutput ?? ExitCode.failed);
  });
}
