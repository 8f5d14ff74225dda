import * as vscode from 'vscode';

/** Why something is not done in a workspace that the user does not trust, or null in one that is trusted. */
export function restrictedModeMessage(what: string): string | null {
  return vscode.workspace.isTrusted ? null : `${what} in Restricted Mode. Trust this workspace first.`;
}
