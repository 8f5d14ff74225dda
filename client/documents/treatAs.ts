import * as vscode from 'vscode';
import { isOurLanguage } from '../lsp/languages';
import { activeDocument } from './activeDocument';
import { likelyLanguage } from './likelyLanguage';
import { appearanceOf } from './recognition';

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

/**
 * `Trajectory: Treat as Trajectory File`: what the open document is taken for. A file whose name or content tells
 * is switched at once; otherwise, and for a document of ours, the user chooses.
 */
export function registerTreatAs(): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.treatAsTrajectoryFile', async () => {
    const document = activeDocument();
    if (document === undefined) {
      void vscode.window.showInformationMessage('Open the file first.');
      return;
    }
    const language = languageToldBy(document) ?? (await chooseLanguage(document));
    if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
  });
}

function languageToldBy(document: vscode.TextDocument): string | undefined {
  return isOurLanguage(document.languageId) ? undefined : likelyLanguage(appearanceOf(document));
}

async function chooseLanguage({ languageId }: vscode.TextDocument): Promise<string | undefined> {
  const items = choices.map((one) =>
    one.language === languageId ? { ...one, picked: true, description: `${one.description}, as now` } : one,
  );
  return (await vscode.window.showQuickPick(items, { title: 'What does the file hold?' }))?.language;
}
