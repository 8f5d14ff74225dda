import * as vscode from 'vscode';

/**
 * The URI of the document that the user has open before them. That is the one of the active tab: a panel with
 * the focus, such as *Output*, counts as an editor too, and the commands are not about it.
 */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : vscode.window.activeTextEditor?.document.uri;
}

/** The document at that URI; undefined when VS Code keeps it from extensions, as it does above 50 MB. */
export function activeDocument(): vscode.TextDocument | undefined {
  const uri = activeUri()?.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}
