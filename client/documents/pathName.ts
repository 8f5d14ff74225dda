import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';

/** The path of a document, relative to the workspace or absolute; of an expanded line, which is in no folder, the name. */
export function pathName(uri: string): string {
  const parsed = vscode.Uri.parse(uri);
  if (parsed.scheme === lineScheme) return parsed.path.split('/').at(-1) ?? '';
  return vscode.workspace.asRelativePath(parsed);
}
