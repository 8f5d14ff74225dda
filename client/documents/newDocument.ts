import * as vscode from 'vscode';
import { newName } from './newName';

/** What a new document holds, the ending of its name, and where it is shown. */
export interface NewDocument {
  readonly language: string;
  readonly ending: string;
  readonly content: string;
  readonly viewColumn: vscode.ViewColumn;
}

/**
 * Shows a document that nobody has saved yet, named after another one: in its folder, or where it has none in the folder of
 * the workspace. Without any folder the editor names it.
 */
export async function showNewDocument(
  source: vscode.Uri,
  { language, ending, content, viewColumn }: NewDocument,
): Promise<void> {
  const uri = await freeName(source, ending);
  const document = await (uri === null
    ? vscode.workspace.openTextDocument({ language, content })
    : vscode.workspace.openTextDocument(uri));
  // Before anything is in it: what is changed and not shown the editor shows by itself, and elsewhere.
  const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false });
  if (uri === null) return;
  const start = new vscode.Position(0, 0);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, start, content);
  await vscode.workspace.applyEdit(edit);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection);
  if (document.languageId !== language) await vscode.languages.setTextDocumentLanguage(document, language);
}

/** Names that are tried. */
const maxAttempts = 100;

/** The URI of an untitled document that no file and no document has; null where there is none. */
async function freeName(source: vscode.Uri, ending: string): Promise<vscode.Uri | null> {
  const folder = folderOf(source);
  if (folder === undefined) return null;
  const isOpen = (path: string) =>
    vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'untitled' && uri.path === path);
  for (let count = 1; count <= maxAttempts; count++) {
    const file = vscode.Uri.joinPath(folder, newName(source.path, ending, count));
    if (!isOpen(file.path) && !(await exists(file))) return file.with({ scheme: 'untitled' });
  }
  return null;
}

/** An untitled document that is named after no file, an expanded line and the like have no folder of their own. */
function folderOf(source: vscode.Uri): vscode.Uri | undefined {
  const isNamed = source.scheme === 'untitled' && source.path.includes('/');
  const own = isNamed ? source.with({ scheme: 'file' }) : source;
  const isFile = own.scheme === 'file' || vscode.workspace.getWorkspaceFolder(own) !== undefined;
  if (isFile) return vscode.Uri.joinPath(own, '..');
  return vscode.workspace.workspaceFolders?.[0]?.uri;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
