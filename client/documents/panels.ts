import * as vscode from 'vscode';

/** Panels that show a document, which their tabs do not tell. */
const panels = new Map<vscode.WebviewPanel, vscode.Uri>();

/** Makes a panel count as an editor of a document, until it is disposed of or shows another one. */
export function panelShows(panel: vscode.WebviewPanel, uri: vscode.Uri): vscode.Disposable {
  panels.set(panel, uri);
  return new vscode.Disposable(() => {
    if (panels.get(panel) === uri) panels.delete(panel);
  });
}

/**
 * The document of the panel that a tab is of; undefined where none of these panels has that tab. The panels hear a little
 * later than the tabs which one is active: until then, null where several have the same title, because none is guessed.
 */
export function uriInPanel({ label }: vscode.Tab): vscode.Uri | null | undefined {
  const named = [...panels].filter(([{ title }]) => title === label);
  if (named.length <= 1) return named[0]?.[1];
  return named.find(([{ active }]) => active)?.[1] ?? null;
}
