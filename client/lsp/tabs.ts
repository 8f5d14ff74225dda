import * as vscode from 'vscode';

/** The documents that a tab shows, as text or in an editor of another kind. */
export function urisOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

/** Whether a tab shows the document. VS Code keeps one for minutes after its last tab is closed, if a program has opened it. */
export function isInTab(uri: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => urisOf(tab).some((other) => other.toString() === uri.toString()));
}
