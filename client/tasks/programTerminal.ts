import { type ChildProcess, spawn } from 'node:child_process';
import * as vscode from 'vscode';

/** What a terminal sends when the user presses Ctrl+C. */
const interrupt = '\u0003';

/**
 * A terminal that runs a program of this extension under the Node of the extension host. Ctrl+C interrupts the program,
 * and closing the terminal ends it. `folder` is the program's working folder, by default that of the extension host.
 */
export function programTerminal(
  script: string,
  args: readonly string[],
  folder: string | undefined,
): vscode.Pseudoterminal {
  const written = new vscode.EventEmitter<string>();
  const closed = new vscode.EventEmitter<number>();
  let child: ChildProcess | null = null;
  const write = (text: string): void => written.fire(text.replaceAll('\n', '\r\n'));
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open: () => {
      const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', FORCE_COLOR: '1' };
      child = spawn(process.execPath, [script, ...args], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', write);
      // `close` follows.
      child.on('error', (error) => write(`The program did not start: ${error.message}\n`));
      // A program that a signal ended has no exit code.
      child.on('close', (code) => closed.fire(code ?? 130));
    },
    handleInput: (text) => {
      if (text === interrupt) child?.kill('SIGINT');
    },
    close: () => void child?.kill(),
  };
}
