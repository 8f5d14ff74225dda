import * as vscode from 'vscode';
import { activeDocument } from '../ui/activeDocument';

interface Choice extends vscode.QuickPickItem {
  readonly language: string;
}

const choices: readonly Choice[] = [
  {
    label: 'Trajectory',
    description: 'one JSON value',
    detail: 'A log request, a training job request or one group. Its keys decide which.',
    language: 'trajectory',
  },
  {
    label: 'Trajectory Lines',
    description: 'JSON Lines',
    detail: 'A group, or a trajectory, on each line.',
    language: 'trajectory-jsonl',
  },
  {
    label: 'Training Config',
    description: 'one JSON value',
    detail: 'Settings of a training job.',
    language: 'training-config',
  },
  {
    label: 'JSON',
    description: 'none of these',
    detail: 'Left to the editor.',
    language: 'json',
  },
];

/** `Trajectory: Change Document Kind`: what the open document is to be taken for. */
export function registerChangeKind(): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.changeKind', async () => {
    const document = activeDocument();
    if (document === undefined) {
      void vscode.window.showInformationMessage('Open the file first.');
      return;
    }
    const choice = await vscode.window.showQuickPick(
      choices.map((one) =>
        one.language === document.languageId
          ? { ...one, picked: true, description: `${one.description}, as now` }
          : one,
      ),
      { title: 'What does the file hold?' },
    );
    if (choice !== undefined) await vscode.languages.setTextDocumentLanguage(document, choice.language);
  });
}
