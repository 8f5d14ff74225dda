import * as vscode from 'vscode';

/** The document at a URI, if it is open. */
export function openDocument(uri: vscode.Uri | string): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}

/** Whether a document is closed and gone: VS Code would open a new, empty one under the same name. */
export function isGone(uri: vscode.Uri): boolean {
  return uri.scheme === 'untitled' && openDocument(uri) === undefined;
}
