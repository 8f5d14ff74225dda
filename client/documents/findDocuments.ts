import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';

/** An entry of a quick pick. */
export function fileItem(uri: vscode.Uri): vscode.QuickPickItem & { readonly uri: vscode.Uri } {
  const path = vscode.workspace.asRelativePath(uri);
  const nameAt = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, Math.max(0, nameAt - 1));
  return { label: inertText(path.slice(nameAt), 200), description: inertText(folder, 300), uri };
}

/** Trajectory documents that are open or in the workspace, open ones first, except the document `except`. */
export function findTrajectories(except: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const pattern =
    '**/*.{trajectory.json,trajectories.json,training-job.json,trajectory.jsonl,trajectories.jsonl}';
  return findDocuments(['trajectory', 'trajectory-jsonl'], pattern, except);
}

/**
 * Documents of some languages that are open or in the workspace, except the document `except`: open ones first, others by
 * path.
 */
export async function findDocuments(
  languages: readonly string[],
  pattern: string,
  except: vscode.Uri,
): Promise<readonly vscode.Uri[]> {
  const open = vscode.workspace.textDocuments
    .filter((document) => languages.includes(document.languageId) && isFile(document))
    .map((document) => document.uri);
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 500);
  // The search returns them in any order.
  const ordered = files.sort((a, b) => inOrder.compare(a.path, b.path));
  const distinct = new Map([...open, ...ordered].map((uri) => [uri.toString(), uri]));
  distinct.delete(except.toString());
  return [...distinct.values()];
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Excludes expanded lines and earlier git versions of files. */
function isFile({ uri, isUntitled }: vscode.TextDocument): boolean {
  return isUntitled || uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
