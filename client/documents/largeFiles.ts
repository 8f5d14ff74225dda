import * as vscode from 'vscode';
import { type MessageAction, showWarning } from '../notifications';
import { displayName } from './displayName';

/** Code units above which VS Code does not give a text to extensions. A file has at least as many bytes. */
const maxLength = 50 * 2 ** 20;
const reason = 'VS Code gives extensions no text above 50 MB';

/**
 * Says of a trajectory file that VS Code shows but does not give to extensions that it is not checked: otherwise it would
 * look free of problems. `check` checks it elsewhere; null if this host cannot.
 */
export function explainLargeFiles(
  { extension, extensionUri }: vscode.ExtensionContext,
  check: ((extension: vscode.Uri, file: vscode.Uri) => unknown) | null,
): vscode.Disposable {
  const suffixes = suffixesOf(extension);
  const actionsFor = (file: vscode.Uri): MessageAction[] =>
    check === null || file.scheme !== 'file'
      ? []
      : [{ label: 'Check in Terminal', run: () => check(extensionUri, file) }];
  const item = vscode.window.createStatusBarItem('trajectory.notChecked', vscode.StatusBarAlignment.Left, 11);
  item.name = 'Trajectory File Is Not Checked';
  item.text = '$(warning) Not checked';
  item.tooltip = `This file is not checked: ${reason}.`;
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    const uri = shownFile();
    const isLarge = uri !== undefined && (await isTooLarge(uri, suffixes));
    // Another tab has become active meanwhile.
    if (shownFile()?.toString() !== uri?.toString()) return;
    if (!isLarge) return item.hide();
    item.show();
    if (told.has(uri.toString())) return;
    told.add(uri.toString());
    showWarning(`${displayName(uri)} is not checked: ${reason}.`, ...actionsFor(uri));
  };
  void look();
  return vscode.Disposable.from(
    item,
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
  );
}

/** The file in the active tab, if it is shown as text. */
function shownFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

async function isTooLarge(uri: vscode.Uri, suffixes: readonly string[]): Promise<boolean> {
  const path = uri.path.toLowerCase();
  if (!suffixes.some((suffix) => path.endsWith(suffix))) return false;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size <= maxLength) return false;
  } catch {
    // It does not exist, and its editor says so.
    return false;
  }
  // Its length in code units is not known, but VS Code refuses exactly those that are too long.
  return vscode.workspace.openTextDocument(uri).then(
    () => false,
    () => true,
  );
}

/** The ends of our file names, as the manifest has them. */
function suffixesOf({ packageJSON }: vscode.Extension<unknown>): readonly string[] {
  const { languages } = packageJSON.contributes as {
    readonly languages: readonly { extensions: string[] }[];
  };
  return languages.flatMap(({ extensions }) => extensions);
}
