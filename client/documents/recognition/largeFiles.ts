import * as vscode from 'vscode';
import { largestDocument } from '../../../send/request/body';
import { declaredLanguage, isLinesName } from '../../../server/languageDetection';
import { isOurLanguage } from '../../lsp/languages';
import type { Memory } from '../../memory';
import { commandAction, type MessageAction, showWarning } from '../../notifications';
import { displayName } from '../displayName';
import { sizeOf } from '../largeFile';
import { associatedLanguage } from './associations';
import { rememberedLanguage, rememberLanguage } from './decisions';

const reason = 'VS Code gives extensions no text above 50 MB';
const notChecked = `This file is not checked: ${reason}.`;
const openView = 'trajectory.openView';

export interface LargeFiles extends vscode.Disposable {
  /** Treats the shown file as a trajectory file if VS Code does not give its text to extensions; else false. */
  treatShown(): Promise<boolean>;
}

/**
 * Says of a trajectory file that VS Code shows but does not give to extensions that it is not checked: otherwise it would
 * look free of problems. `check` checks it elsewhere; null if this host cannot.
 */
export function explainLargeFiles(
  extensionUri: vscode.Uri,
  memory: Memory,
  check: ((extension: vscode.Uri, file: vscode.Uri) => unknown) | null,
): LargeFiles {
  const isReadable = (file: vscode.Uri): boolean => check !== null && file.scheme === 'file';
  const actionsFor = (file: vscode.Uri): MessageAction[] =>
    isReadable(file)
      ? [
          commandAction('Open View', openView, { uri: file }),
          { label: 'Check in Terminal', run: () => check?.(extensionUri, file) },
        ]
      : [];
  const item = createItem();
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    const uri = shownFile();
    const isLarge = uri !== undefined && isTrajectoryFile(uri, memory) && (await isTooLarge(uri));
    // Another tab has become active meanwhile.
    if (shownFile()?.toString() !== uri?.toString()) return;
    if (!isLarge) return item.hide();
    item.command = isReadable(uri)
      ? { command: openView, title: 'Open View', arguments: [{ uri }] }
      : undefined;
    item.tooltip = isReadable(uri) ? `${notChecked} Click to open the view, which reads it.` : notChecked;
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
      await rememberLanguage({ uri, languageId }, memory);
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
  return item;
}

/** The file in the active tab, if it is shown as text. */
function shownFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** Whether a file is in a language of ours: by the user's choice, the setting `files.associations`, or its name. */
function isTrajectoryFile(uri: vscode.Uri, memory: Memory): boolean {
  if (rememberedLanguage(uri, memory) !== undefined) return true;
  const associated = associatedLanguage(uri);
  return associated === undefined ? declaredLanguage('', uri.path) !== null : isOurLanguage(associated);
}

/** The language that the user chose for a file, or that the setting `files.associations` gives it; null if it is not ours. */
export function chosenLanguage(uri: vscode.Uri, memory: Memory): string | null {
  const language = rememberedLanguage(uri, memory) ?? associatedLanguage(uri);
  return language !== undefined && isOurLanguage(language) ? language : null;
}

async function isTooLarge(uri: vscode.Uri): Promise<boolean> {
  const bytes = await sizeOf(uri);
  if (bytes <= largestDocument) return false;
  // No encoding takes more than four bytes for a code unit.
  if (bytes > 4 * largestDocument) return true;
  // VS Code refuses exactly those with too many code units, but only after it has read them.
  return vscode.workspace.openTextDocument(uri).then(
    () => false,
    () => true,
  );
}
