import * as vscode from 'vscode';
import { earlierVersions } from '../lsp/earlierVersions';

/**
 * Whether changes of a document could not be saved, as of an earlier version of a file. VS Code makes an extension's edit
 * nevertheless, and says nothing when it is lost.
 */
export function isReadOnly({ scheme }: vscode.Uri): boolean {
  return earlierVersions.has(scheme) || vscode.workspace.fs.isWritableFileSystem(scheme) === false;
}
