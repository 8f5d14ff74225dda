import * as vscode from 'vscode';
import { openDocument } from '../openDocument';

/** Code units above which VS Code does not give a text to extensions. A file has at least as many bytes. */
export const maxLength = 50 * 2 ** 20;

/** Whether a file on disk is that large, and not open as a document. */
export async function isLargeFile(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file' || openDocument(uri) !== undefined) return false;
  return (await sizeOf(uri)) > maxLength;
}

/** Bytes of a file; 0 if it does not exist: its editor says so. */
export async function sizeOf(uri: vscode.Uri): Promise<number> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => 0,
  );
}
