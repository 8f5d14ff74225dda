import * as vscode from 'vscode';
import { exists } from '../exists';
import { columnOf } from './columns';
import { newName } from './newName';

/** Content and language of a new document, the suffix of its name, and its column. */
export interface NewDocument {
  readonly language: string;
  readonly suffix: string;
  readonly content: string;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * Shows a new, unsaved document named after `source`: in its folder, or else in the workspace folder. Without any
 * folder it has only the name. Throws if it could not be filled.
 */
export async function showNewDocument(
  source: vscode.Uri,
  { language, suffix, content, viewColumn }: NewDocument,
): Promise<void> {
  const uri = await freeName(source, suffix);
  if (uri === null) {
    const document = await vscode.workspace.openTextDocument({ language, content });
    await vscode.window.showTextDocument(document, { viewColumn, preview: false });
    return;
  }
  // Opened and shown in one step, and before inserting: VS Code opens a document with unsaved changes by itself if no
  // editor shows it after a moment, in another column.
  await vscode.commands.executeCommand('vscode.open', uri, { viewColumn, preview: false });
  const start = new vscode.Position(0, 0);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, start, content);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error('VS Code did not insert the text into the new document. Run the command again.');
  const document = await vscode.workspace.openTextDocument(uri);
  // Where it is, also if the user has gone to another column meanwhile.
  const where = { viewColumn: columnOf(uri) ?? viewColumn, preserveFocus: true, preview: false };
  const editor = await vscode.window.showTextDocument(document, where);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection);
  if (document.languageId !== language) await vscode.languages.setTextDocumentLanguage(document, language);
}

/** Candidate names to try. */
const maxAttempts = 100;

/** The URI of an untitled document whose name no file or open document has; null if there is none. */
async function freeName(source: vscode.Uri, suffix: string): Promise<vscode.Uri | null> {
  const folder = folderOf(source);
  const isOpen = (path: string) =>
    vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'untitled' && uri.path === path);
  for (let count = 1; count <= maxAttempts; count++) {
    const name = newName(source.path, suffix, count);
    const file = folder === undefined ? null : vscode.Uri.joinPath(folder, name);
    const uri = file?.with({ scheme: 'untitled' }) ?? vscode.Uri.from({ scheme: 'untitled', path: name });
    if (!isOpen(uri.path) && (file === null || !(await exists(file)))) return uri;
  }
  return null;
}

/**
 * The folder of the source. Untitled documents without a path, expanded lines and the like have none: use the workspace
 * folder.
 */
export function folderOf(source: vscode.Uri): vscode.Uri | undefined {
  const isNamed = source.scheme === 'untitled' && source.path.includes('/');
  const own = isNamed ? source.with({ scheme: 'file' }) : source;
  const isFile = own.scheme === 'file' || vscode.workspace.getWorkspaceFolder(own) !== undefined;
  if (isFile) return vscode.Uri.joinPath(own, '..');
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}
