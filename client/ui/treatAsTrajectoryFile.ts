import * as vscode from 'vscode';
import { activeDocument } from './activeDocument';
import { likelyLanguage } from './likelyLanguage';
import { appearanceOf } from './recognition';

/** `Trajectory: Treat as Trajectory File`: gives the open document one of the three languages. */
export function registerTreatAsTrajectoryFile(): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.treatAsTrajectoryFile', async () => {
    const document = activeDocument();
    if (document === undefined) {
      void vscode.window.showInformationMessage('Open the file first.');
      return;
    }
    const language = likelyLanguage(appearanceOf(document)) ?? (await pickLanguage());
    if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
  });
}

async function pickLanguage(): Promise<string | undefined> {
  const choices = [
    { label: 'Trajectory', description: 'a log request, a training job or a group', language: 'trajectory' },
    { label: 'Trajectory Lines', description: 'one trajectory group a line', language: 'trajectory-jsonl' },
    { label: 'Training Config', description: 'settings of a training job', language: 'training-config' },
  ];
  return (await vscode.window.showQuickPick(choices, { title: 'What does the file hold?' }))?.language;
}
