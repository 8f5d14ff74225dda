import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { Outcome } from '../../send/outcome';
import type { SendingOptions } from './sendingProcess';

/** A sending process for tests: to journal and service it acts like an extension host. */
export interface Sending {
  /** Resolves when the process prints a line. */
  readonly printed: (line: string) => Promise<void>;
  readonly outcome: Promise<Outcome>;
  /** Lets a stopped process go on. */
  readonly resume: () => void;
  /** `kill -9`, then waits for the exit. */
  readonly kill: () => Promise<void>;
  readonly pid: number;
}

export interface SendingProgram {
  readonly start: (options: SendingOptions, environment?: NodeJS.ProcessEnv) => Sending;
  readonly remove: () => Promise<void>;
}

/** Bundles `sendingProcess.ts`, because Node cannot run TypeScript. */
export async function sendingProgram(): Promise<SendingProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'trajectory-sending-'));
  const file = join(folder, 'sendingProcess.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'sendingProcess.ts')],
    outfile: file,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  const children = new Set<ChildProcess>();
  return {
    start: (options, environment = {}) => {
      const env = { ...process.env, ...environment };
      const child = spawn(process.execPath, [file, JSON.stringify(options)], {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.add(child);
      return watch(child);
    },
    remove: async () => {
      for (const child of children) child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function watch(child: ChildProcess): Sending {
  const lines: string[] = [];
  const waiting: { readonly line: string; readonly resolve: () => void }[] = [];
  let giveOutcome: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => {
    giveOutcome = resolve;
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    lines.push(line);
    for (const wait of waiting) if (wait.line === line) wait.resolve();
    if (line.startsWith('outcome ')) giveOutcome(JSON.parse(line.slice('outcome '.length)) as Outcome);
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    outcome,
    printed: (line) =>
      lines.includes(line) ? Promise.resolve() : new Promise((resolve) => waiting.push({ line, resolve })),
    resume: () => void child.stdin!.write('\n'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
