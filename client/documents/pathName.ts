import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import { earlierVersions } from '../lsp/earlierVersions';

/**
 * The path of a document, relative to the workspace or absolute; of an expanded line, which is in no folder, the name. Says
 * if it is an earlier version of that file.
 */
export function pathName(uri: string): string {
  const parsed = vscode.Uri.parse(uri);
  if (parsed.scheme === lineScheme) return parsed.path.split('/').at(-1) ?? '';
  const path = vscode.workspace.asRelativePath(parsed);
  return earlierVersions.has(parsed.scheme) ? `${path} (an earlier version)` : path;
}
