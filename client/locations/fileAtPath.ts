import * as vscode from 'vscode';
import { inertText } from '../../send/format/plainText';
import { fileName, isAtPath } from './pathEnd';

/** Files of one name to look at. */
const maxFiles = 100;

/**
 * The only document or file of the workspace whose path ends like the given one, and if there is none, the one that has
 * at least its name: the given document, or the only one.
 */
export async function documentAt(
  path: string,
  document: vscode.TextDocument,
): Promise<{ readonly found: vscode.TextDocument | null; readonly similar: vscode.TextDocument | null }> {
  const name = fileName(path);
  const open = vscode.workspace.textDocuments
    .map(({ uri }) => uri)
    .filter((uri) => fileName(uri.path) === name);
  const pattern = `**/${name.replace(/[[\]{}*?]/g, '[$&]')}`;
  const files = await vscode.workspace.findFiles(pattern, undefined, maxFiles);
  const named = [...new Map([...open, ...files].map((uri) => [uri.toString(), uri])).values()];
  const at = named.filter((uri) => isAtPath(uri, path));
  if (at.length > 0) return { found: await onlyOne(at), similar: null };
  const similar = fileName(document.uri.path) === name ? document : await onlyOne(named);
  return { found: null, similar };
}

async function onlyOne(uris: readonly vscode.Uri[]): Promise<vscode.TextDocument | null> {
  const [uri, another] = uris;
  if (uri === undefined || another !== undefined) return null;
  // Above 50 MB, VS Code refuses.
  return vscode.workspace.openTextDocument(uri).then(
    (document) => document,
    () => null,
  );
}

/** The path of a file in its workspace folder, for messages. */
export function shortPath(uri: vscode.Uri): string {
  return inertText(vscode.workspace.asRelativePath(uri), 200);
}
