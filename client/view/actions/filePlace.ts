import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { showFileAt } from '../following/fileText';
import type { FromView } from '../viewMessages';

/** Shows a place of a file in its text, or copies it in the form that terminals and *Go to File…* understand. */
export async function leadToPlace(
  panel: vscode.WebviewPanel,
  uri: vscode.Uri,
  { how, line, character }: Extract<FromView, { readonly type: 'place' }>,
): Promise<void> {
  if (how === 'show') return showFileAt(panel, uri, { line, character, focus: true });
  const place = `${uri.fsPath}:${line + 1}:${character + 1}`;
  await vscode.env.clipboard.writeText(place);
  vscode.window.setStatusBarMessage(`Copied ${inertText(place, 300)}`, 5000);
}
