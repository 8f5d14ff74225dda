import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, inject } from 'vitest';

/** The bundle of these sources. */
export const program = join(inject('programs'), 'dist/cli/trajectory.js');

export interface Ended {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The variables that change what the program prints. */
const { NO_COLOR: _, FORCE_COLOR: __, GITHUB_WORKSPACE: ___, ...environment } = process.env;

export function startProgram(args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  const env = { ...environment, ...options.env };
  return spawn(process.execPath, [program, ...args], { ...options, env });
}

/** Runs the program to its end. */
export async function run(args: readonly string[], { input, ...options }: RunOptions = {}): Promise<Ended> {
  const child = startProgram(args, options);
  const [stdout, stderr] = [textOf(child.stdout!), textOf(child.stderr!)];
  // It may end without reading all of it.
  child.stdin!.on('error', () => undefined);
  child.stdin!.end(input ?? '');
  const code = await exited(child);
  return { code, stdout: await stdout, stderr: await stderr };
}

/** The exit code, or the name of the signal. */
export async function exited(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return child.exitCode ?? child.signalCode!;
}

export async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream.setEncoding('utf8')) text += part;
  return text;
}

/** A folder for the files of a test file, removed after its tests. */
export function useFolder(): {
  readonly path: string;
  write(name: string, content: string | Uint8Array): string;
} {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'trajectory-cli-test-')));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write: (name, content) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}
