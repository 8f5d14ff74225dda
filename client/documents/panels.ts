import * as vscode from 'vscode';

/** Panels that show a document. Their tabs do not say which. */
const panels = new Map<vscode.WebviewPanel, vscode.Uri>();

/** Makes a panel count as an editor of a document, until it is disposed of or shows another one. */
export function panelShows(panel: vscode.WebviewPanel, uri: vscode.Uri): vscode.Disposable {
  panels.set(panel, uri);
  return new vscode.Disposable(() => {
    if (panels.get(panel) === uri) panels.delete(panel);
  });
}

/**
 * The document of the tab's panel; undefined if the tab is none of these panels. `active` of a panel updates slightly
 * later than the tabs: until then the result is null when several panels have the same title, to avoid a guess.
 */
export function uriInPanel({ label }: vscode.Tab): vscode.Uri | null | undefined {
  const named = [...panels].filter(([{ title }]) => title === label);
  if (named.length <= 1) return named[0]?.[1];
  return named.find(([{ active }]) => active)?.[1] ?? null;
}
