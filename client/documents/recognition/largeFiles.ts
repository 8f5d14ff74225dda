import * as vscode from 'vscode';
import { declaredLanguage, isLinesName } from '../../../server/languageDetection';
import { isOurLanguage } from '../../lsp/languages';
import { type MessageAction, showWarning } from '../../notifications';
import { displayName } from '../displayName';
import { associatedLanguage } from './associations';
import { rememberedLanguage, rememberLanguage } from './recognition';

/** Code units above which VS Code does not give a text to extensions. A file has at least as many bytes. */
const maxLength = 50 * 2 ** 20;
const reason = 'VS Code gives extensions no text above 50 MB';

export interface LargeFiles extends vscode.Disposable {
  /** Treats the shown file as a trajectory file if VS Code does not give its text to extensions; else false. */
  treatShown(): Promise<boolean>;
}

/**
 * Says of a trajectory file that VS Code shows but does not give to extensions that it is not checked: otherwise it would
 * look free of problems. `check` checks it elsewhere; null if this host cannot.
 */
export function explainLargeFiles(
  { globalState, extensionUri }: vscode.ExtensionContext,
  check: ((extension: vscode.Uri, file: vscode.Uri) => unknown) | null,
): LargeFiles {
  const actionsFor = (file: vscode.Uri): MessageAction[] =>
    check === null || file.scheme !== 'file'
      ? []
      : [{ label: 'Check in Terminal', run: () => check(extensionUri, file) }];
  const item = createItem();
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    const uri = shownFile();
    const isLarge = uri !== undefined && isTrajectoryFile(uri, globalState) && (await isTooLarge(uri));
    // Another tab has become active meanwhile.
    if (shownFile()?.toString() !== uri?.toString()) return;
    if (!isLarge) return item.hide();
    item.show();
    if (told.has(uri.toString())) return;
    told.add(uri.toString());
    showWarning(`${displayName(uri)} is not checked: ${reason}.`, ...actionsFor(uri));
  };
  void look();
  const following = vscode.Disposable.from(
    item,
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
  );
  return {
    treatShown: async () => {
      const uri = shownFile();
      if (uri === undefined || !(await isTooLarge(uri))) return false;
      const languageId = isLinesName(uri.path) ? 'trajectory-jsonl' : 'trajectory';
      await rememberLanguage({ uri, languageId }, globalState);
      told.delete(uri.toString());
      await look();
      return true;
    },
    dispose: () => following.dispose(),
  };
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('trajectory.notChecked', vscode.StatusBarAlignment.Left, 11);
  item.name = 'Trajectory File Is Not Checked';
  item.text = '$(warning) Not checked';
  item.tooltip = `This file is not checked: ${reason}.`;
  return item;
}

/** The file in the active tab, if it is shown as text. */
function shownFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** Whether a file is in a language of ours: by the user's choice, the setting `files.associations`, or its name. */
function isTrajectoryFile(uri: vscode.Uri, memory: vscode.Memento): boolean {
  if (rememberedLanguage(uri, memory) !== undefined) return true;
  const associated = associatedLanguage(uri);
  return associated === undefined
    ? declaredLanguage('', displayName(uri)) !== null
    : isOurLanguage(associated);
}

async function isTooLarge(uri: vscode.Uri): Promise<boolean> {
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
