import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, inject } from 'vitest';

/** The service as a separate process, as a user runs it. */
export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything written to stderr so far. */
  readonly notes: () => string;
  /** Sends a signal; returns the exit code, or the signal's name if it killed the process. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | string>;
}

export const accessToken = 'a-token-for-tests';

/** Starts the program for the tests of one file, and makes a folder for its data; cleans up afterwards. */
export function useService(): {
  readonly folder: (name: string) => string;
  /** Its bundle. */
  readonly program: string;
  readonly run: (...args: string[]) => ChildProcess;
  readonly start: (dataFolder: string) => Promise<RunningService>;
  /** Starts it with a file size limit, in blocks of 512 bytes, to simulate a full disk. */
  readonly startLimited: (dataFolder: string, blocks: number) => Promise<RunningService>;
} {
  const scratch = mkdtempSync(join(tmpdir(), 'trajectory-service-test-'));
  const program = join(inject('programs'), 'bin/trajectory-service.js');
  const started: ChildProcess[] = [];
  const runCommand = (command: string, args: readonly string[]): ChildProcess => {
    const { TRAJECTORY_SERVICE_TOKEN: _, ...env } = process.env;
    const child = spawn(command, args, { env, cwd: scratch });
    started.push(child);
    return child;
  };
  const run = (...args: string[]) => runCommand(process.execPath, [program, ...args]);
  const serve = (dataFolder: string) => ['--port', '0', '--data', dataFolder, '--token', accessToken];

  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await Promise.all(started.map(exited));
    await rm(scratch, { recursive: true, force: true });
  });
  return {
    folder: (name) => join(scratch, name),
    program,
    run,
    start: (dataFolder) => watch(run(...serve(dataFolder))),
    startLimited: (dataFolder, blocks) => {
      const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
      return watch(runCommand('sh', ['-c', script, process.execPath, program, ...serve(dataFolder)]));
    },
  };
}

/** Resolves with the exit code or the signal. */
export async function exited(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode ?? 'unknown';
}

async function watch(child: ChildProcess): Promise<RunningService> {
  let notes = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    notes += text;
  });
  const lines = createInterface({ input: child.stdout! });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => line as string),
    exited(child).then((code) => Promise.reject(new Error(`The service ended with ${code}: ${notes}`))),
  ]);
  return {
    url,
    process: child,
    notes: () => notes,
    end: (signal) => {
      child.kill(signal);
      return exited(child);
    },
  };
}
