import * as vscode from 'vscode';

/** Code units above which VS Code does not give a text to extensions. A file has at least as many bytes. */
export const maxLength = 50 * 2 ** 20;

/** Whether a file on disk is that large, and not open as a document. */
export async function isLargeFile(uri: vscode.Uri): Promise<boolean> {
  const key = uri.toString();
  if (uri.scheme !== 'file') return false;
  if (vscode.workspace.textDocuments.some((document) => document.uri.toString() === key)) return false;
  return (await sizeOf(uri)) > maxLength;
}

/** Bytes of a file; 0 if it does not exist: its editor says so. */
export async function sizeOf(uri: vscode.Uri): Promise<number> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => 0,
  );
}
