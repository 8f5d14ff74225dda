import * as vscode from 'vscode';

/** The output channel *Trajectory Tools*. Tokens and bodies are never handed to it. */
export type Log = vscode.LogOutputChannel;

/** Opens the output channel. */
export function openLog(): Log {
  return vscode.window.createOutputChannel('Trajectory Tools', { log: true });
}
