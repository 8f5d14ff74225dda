import * as vscode from 'vscode';
import { columnBeside } from './columns';
import { uriInPanel } from './panels';

/**
 * The URI of the document that the user has open before them. That is the one of the active tab: a panel with
 * the focus, such as *Output*, counts as an editor too, and the commands are not about it.
 */
export function activeUri(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  // A custom editor, such as the trajectory view, has its document before the user as well.
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  const inPanel = input instanceof vscode.TabInputWebview ? uriInPanel(tab!) : undefined;
  return inPanel === undefined ? vscode.window.activeTextEditor?.document.uri : (inPanel ?? undefined);
}

/** The document at that URI; undefined when VS Code keeps it from extensions, as it does above 50 MB. */
export function activeDocument(): vscode.TextDocument | undefined {
  const uri = activeUri()?.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}

/** The column in which a command shows the text of a document that no editor shows: not over a view. */
export function columnForText(uri: vscode.Uri): vscode.ViewColumn {
  const { activeTabGroup } = vscode.window.tabGroups;
  return showsView(activeTabGroup) ? columnBeside(activeTabGroup.viewColumn, uri) : vscode.ViewColumn.Active;
}

/** The column for a document that a command makes: beside, but not over a view. */
export function columnForResult(): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const { viewColumn } = activeTabGroup;
  if (showsView(activeTabGroup)) return columnBeside(viewColumn, undefined);
  const next = all.find((group) => group.viewColumn === viewColumn + 1);
  return showsView(next) ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}

function showsView(group: vscode.TabGroup | undefined): boolean {
  const input = group?.activeTab?.input;
  return input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom;
}
