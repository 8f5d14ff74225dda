import * as vscode from 'vscode';

/** The output channel *Trajectory Tools*. Never pass it tokens or bodies. */
export type Log = vscode.LogOutputChannel;

/** Opens the output channel. */
export function openLog(): Log {
  return vscode.window.createOutputChannel('Trajectory Tools', { log: true });
}

/** Name and stack of an error, without its message: that may contain the token. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames].join('\n');
}
