import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../package/install';

/** A position in a text: zero-based line and column, the column in code points. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** An edit of a text, in code points of the text before the edit. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** An editor that shows one file, driven as a user would. */
export interface Editor {
  open(file: string): Promise<void>;
  text(): Promise<string>;
  /** Each visible problem, with its position. */
  problems(): Promise<string[]>;
  /** The visible hover text at a position; null while there is none. */
  hover(place: Place): Promise<string | null>;
  /** Requests completion at a position, and accepts the item with that label. */
  complete(place: Place, label: string): Promise<void>;
  /** Applies the first action offered at a position. */
  quickFix(place: Place): Promise<void>;
  /** Runs the setup's command for *fix all*. */
  fixAll(): Promise<void>;
  /** Makes edits one after the other; `before` is the text before the first one. */
  change(before: string, edits: readonly TextEdit[]): Promise<void>;
  /** Warnings and errors shown to the user. */
  complaints(): Promise<string[]>;
  /** Stops the server as a user would, and then the editor. */
  close(): Promise<void>;
}

/** A home folder and environment to start an editor in. */
export interface Home {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  start(program: string, args: readonly string[]): ChildProcess;
  /** Exit codes of the language servers that have ended. */
  exitCodes(): string[];
  remove(): void;
}

/** The setup of an editor, from its section in the documentation. */
export function setupOf(heading: string): string {
  const page = readFileSync(join(root, 'docs/editors.md'), 'utf8');
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const setup = /^```\w+\n(.*?)^```$/ms.exec(section ?? '')?.[1];
  if (setup === undefined) throw new Error(`docs/editors.md has no setup under "${heading}".`);
  return setup;
}

/** Makes a home folder with the language server on the path; records the server's exit codes. */
export function makeHome(bin: string): Home {
  const folder = mkdtempSync(join(tmpdir(), 'trajectory-editor-'));
  const [own, codes] = [join(folder, 'bin'), join(folder, 'exit-codes')];
  mkdirSync(own);
  writeFileSync(codes, '');
  const program = join(own, 'trajectory-language-server');
  // Some editors kill the server right after asking it to exit: in a session of its own it exits by itself.
  const recorded = `'"$@"; echo $? >> "${codes}"'`;
  writeFileSync(
    program,
    `#!/bin/sh\nexec setsid --wait sh -c ${recorded} sh '${bin}/trajectory-language-server' "$@"\n`,
  );
  chmodSync(program, 0o755);
  const environment = {
    ...process.env,
    HOME: folder,
    PATH: [own, process.env['PATH']].join(delimiter),
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_DATA_HOME: join(folder, '.local/share'),
    XDG_STATE_HOME: join(folder, '.local/state'),
    XDG_RUNTIME_DIR: folder,
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
  };
  const options: SpawnOptions = { cwd: folder, env: environment, stdio: ['pipe', 'ignore', 'ignore'] };
  const started: ChildProcess[] = [];
  return {
    folder,
    environment,
    start: (name, args) => {
      const child = spawn(name, args, options);
      started.push(child);
      return child;
    },
    exitCodes: () => readFileSync(codes, 'utf8').split('\n').filter(Boolean),
    remove: () => {
      for (const child of started) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
