import * as vscode from 'vscode';

/** The column with a text editor of a document, visible or in a background tab. */
export function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  return columnsOf(uri)[0];
}

/**
 * The column for the text of a panel's document: one that already has it, or else the one left of the panel. Never the
 * panel's own, because the text would cover the panel.
 */
export function columnBeside(
  panel: vscode.ViewColumn | undefined,
  uri: vscode.Uri | undefined,
): vscode.ViewColumn {
  const own = uri === undefined ? undefined : columnsOf(uri).find((column) => column !== panel);
  if (own !== undefined) return own;
  return panel !== undefined && panel > vscode.ViewColumn.One ? panel - 1 : vscode.ViewColumn.Beside;
}

function columnsOf(uri: vscode.Uri): vscode.ViewColumn[] {
  const key = uri.toString();
  const holds = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === key;
  return vscode.window.tabGroups.all
    .filter(({ tabs }) => tabs.some(holds))
    .map(({ viewColumn }) => viewColumn);
}
