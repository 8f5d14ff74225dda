import * as vscode from 'vscode';

/** The output channel *Trajectory Tools*. Never pass it tokens or bodies. */
export type Log = vscode.LogOutputChannel;

/** Opens the output channel. */
export function openLog(): Log {
  return vscode.window.createOutputChannel('Trajectory Tools', { log: true });
}
