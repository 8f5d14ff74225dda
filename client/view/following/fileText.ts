import * as vscode from 'vscode';
import { columnBeside } from '../../documents/columns';
import { displayName } from '../../documents/displayName';
import type { ViewRequests } from '../../lsp/viewRequests';
import { showInfo, showReason } from '../../notifications';
import type { EditorSync, Revealed } from './editorSync';
import { newestOnly } from './newestOnly';

interface Dependencies {
  readonly requests: ViewRequests;
  readonly uri: vscode.Uri;
  readonly panel: vscode.WebviewPanel;
}

/**
 * Shows items of a file that is too large for extensions: VS Code opens it at a position, as far as it can, but says
 * nothing of its cursor. So the view does not follow the text, nor the text the view.
 */
export function createFileText({ requests, uri, panel }: Dependencies): EditorSync {
  const nothing = () => {};
  const reveal = newestOnly(async ({ focus, ...target }: Revealed) => {
    const found = await requests.locateItem(uri, target);
    if (found === null || 'missing' in found)
      return showInfo(`This item is no longer in ${displayName(uri)}.`);
    await showFileAt(panel, uri, { ...found.start, focus });
  }, showReason);
  return { reveal, follow: nothing, syncView: nothing, catchUp: nothing, dispose: nothing };
}

/** Shows a position of the text of a file beside its panel. */
export async function showFileAt(
  { viewColumn }: vscode.WebviewPanel,
  uri: vscode.Uri,
  { line, character, focus }: { readonly line: number; readonly character: number; readonly focus: boolean },
): Promise<void> {
  const start = new vscode.Position(line, character);
  // The view may be the user's default editor for such files.
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', {
    viewColumn: columnBeside(viewColumn, uri),
    preserveFocus: !focus,
    preview: false,
    selection: new vscode.Range(start, start),
  } satisfies vscode.TextDocumentShowOptions);
}
