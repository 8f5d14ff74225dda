import * as vscode from 'vscode';
import { fileItem, findTrajectories } from '../../documents/findDocuments';
import { folderOf } from '../../documents/newDocument';
import { showInfo } from '../../notifications';
import { openDocument } from '../../openDocument';

type Item = vscode.QuickPickItem & { readonly uri?: vscode.Uri | 'browse' };

/** Asks for a file to compare with: an open one, one of the workspace, or any other. Null when the user dismissed it. */
export async function chooseFile(own: vscode.Uri): Promise<vscode.Uri | null> {
  const choice = await vscode.window.showQuickPick(itemsFor(own), {
    title: 'Compare With Another File',
    placeHolder: 'The same tasks before or after training',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (choice?.uri !== 'browse') return choice?.uri ?? null;
  const folder = folderOf(own);
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: 'Compare With Another File',
      openLabel: 'Compare',
      filters: { Trajectories: ['json', 'jsonl', 'ndjson'], 'All Files': ['*'] },
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? [];
  if (uri?.toString() !== own.toString()) return uri ?? null;
  showInfo('This is the file that the view shows. Choose another one.');
  return null;
}

async function itemsFor(own: vscode.Uri): Promise<Item[]> {
  const uris = await findTrajectories(own);
  const isOpen = (uri: vscode.Uri) => openDocument(uri) !== undefined;
  const open = uris.filter(isOpen);
  const files = uris.filter((uri) => !isOpen(uri));
  return [
    ...headed('open', open),
    ...headed('in the workspace', files),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: '$(folder-opened) Browse…', uri: 'browse', alwaysShow: true },
  ];
}

function headed(label: string, uris: readonly vscode.Uri[]): Item[] {
  if (uris.length === 0) return [];
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...uris.map(fileItem)];
}
