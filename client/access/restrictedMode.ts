import * as vscode from 'vscode';

/** The message for an untrusted workspace: `what` does not happen there. Null in a trusted one. */
export function restrictedModeMessage(what: string): string | null {
  return vscode.workspace.isTrusted ? null : `${what} in Restricted Mode. Trust this workspace first.`;
}
