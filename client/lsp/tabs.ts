import * as vscode from 'vscode';

/** The documents that a tab shows, as text or in an editor of another kind. */
export function urisOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return [input.uri];
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  // Merge editors, and lists of changes: not in the API's types yet.
  const { result, textDiffs } = (input ?? {}) as { readonly result?: unknown; readonly textDiffs?: unknown };
  const modified = Array.isArray(textDiffs) ? textDiffs.map((diff) => diff?.modified) : [];
  return [result, ...modified].filter((uri) => uri instanceof vscode.Uri);
}

/** Whether a tab shows the document. VS Code keeps one for minutes after its last tab is closed, if a program has opened it. */
export function isInTab(uri: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some((tab) => urisOf(tab).some((other) => other.toString() === uri.toString()));
}
