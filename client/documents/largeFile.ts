import * as vscode from 'vscode';
import { largestDocument } from '../../send/request/body';
import { openDocument } from '../openDocument';

/** Whether a file on disk is that large, and not open as a document. */
export async function isLargeFile(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme !== 'file' || openDocument(uri) !== undefined) return false;
  return (await sizeOf(uri)) > largestDocument;
}

/** Bytes of a file; 0 if it does not exist: its editor says so. */
export async function sizeOf(uri: vscode.Uri): Promise<number> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => 0,
  );
}
