import * as vscode from 'vscode';
import { earlierVersions } from '../lsp/earlierVersions';
import { openDocument } from '../openDocument';
import { columnBeside } from './columns';
import { uriInPanel } from './panels';

/**
 * The URI of the document in the active tab. Not simply the active editor: a focused panel such as *Output* counts as
 * an editor too.
 */
export function activeUri(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const input = tab?.input;
  // A custom editor, such as the trajectory view, also shows a document.
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  const inPanel = input instanceof vscode.TabInputWebview ? uriInPanel(tab!) : undefined;
  if (inPanel !== undefined) return inPanel ?? undefined;
  const focused = vscode.window.activeTextEditor?.document.uri;
  const file = input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
  if (focused?.scheme === 'output') return file;
  const isEarlier = focused !== undefined && earlierVersions.has(focused.scheme);
  // With the focus in the earlier version of a file, a diff is still about the file.
  return isEarlier && file !== undefined && !earlierVersions.has(file.scheme) ? file : focused;
}

/** The same for commands about the cursor: in a diff, the document on the side that has the focus. */
export function uriAtCursor(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const focused = vscode.window.activeTextEditor?.document.uri;
  const isEarlier =
    input instanceof vscode.TabInputTextDiff && input.original.toString() === focused?.toString();
  return isEarlier ? focused : activeUri();
}

/** The document at `activeUri`; undefined above 50 MB, because VS Code does not give such documents to extensions. */
export function activeDocument(): vscode.TextDocument | undefined {
  const uri = activeUri();
  return uri && openDocument(uri);
}

/** The column for a document that no editor shows. Never covers a view. */
export function columnForText(uri: vscode.Uri): vscode.ViewColumn {
  const { activeTabGroup } = vscode.window.tabGroups;
  return showsView(activeTabGroup) ? columnBeside(activeTabGroup.viewColumn, uri) : vscode.ViewColumn.Active;
}

/** The column for a document that a command creates: beside, but never over a view. */
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
