import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
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

/** The bundle of `sendingProcess.ts`, because Node cannot run TypeScript. */
export function sendingProgram(): {
  readonly start: (options: SendingOptions, environment?: NodeJS.ProcessEnv) => Sending;
  /** Kills all of them. */
  readonly end: () => void;
} {
  const file = join(inject('programs'), 'sending.cjs');
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
    end: () => {
      for (const child of children) child.kill('SIGKILL');
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
