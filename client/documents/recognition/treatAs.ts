import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { treatAsNotification } from '../../../server/protocol';
import { isOurLanguage, ourLanguages } from '../../lsp/languages';
import type { Memory } from '../../memory';
import { openFile, showInfo } from '../../notifications';
import { activeDocument } from '../activeDocument';
import { explain } from '../commandTarget';
import { openedAt, uriOf } from '../resolve';
import { isStop } from '../stop';
import { rememberLanguage } from './decisions';
import type { LargeFiles } from './largeFiles';
import { likelyLanguage } from './likelyLanguage';
import { languageInputOf } from './recognition';

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
    detail: "Handled by VS Code's own JSON support.",
    language: 'json',
  },
];

const command = 'trajectory.treatAsTrajectoryFile';

/**
 * `Trajectory: Treat as Trajectory File`: sets the language of the open document. Switches at once when its name or
 * content is clear; otherwise, and for a document of ours, asks. Remembered for the file. Also runs when the server asks
 * for it.
 */
export function registerTreatAs(
  memory: Memory,
  { client, largeFiles }: { readonly client: BaseLanguageClient; readonly largeFiles: LargeFiles },
): vscode.Disposable {
  const asked = client.onNotification(treatAsNotification, (argument) => {
    void vscode.commands.executeCommand(command, argument);
  });
  const registered = vscode.commands.registerCommand(command, async (argument: unknown) => {
    const uri = uriOf(argument);
    if (uri === undefined && (await largeFiles.treatShown())) return;
    const document = uri === undefined ? activeDocument() : await openedAt(uri);
    if (document === undefined) return showInfo('Open a file first.', openFile);
    if (isStop(document)) return explain(document);
    const language = languageGiven(argument) ?? languageToldBy(document) ?? (await chooseLanguage(document));
    if (language === undefined) return;
    await rememberLanguage(await vscode.languages.setTextDocumentLanguage(document, language), memory);
  });
  return vscode.Disposable.from(asked, registered);
}

/** The language that a quick fix passes. Ours only: a link in an untrusted file can run this command too. */
function languageGiven(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('language' in argument)) return undefined;
  return ourLanguages.find((language) => language === argument.language);
}

function languageToldBy(document: vscode.TextDocument): string | undefined {
  return isOurLanguage(document.languageId) ? undefined : likelyLanguage(languageInputOf(document));
}

async function chooseLanguage({ languageId }: vscode.TextDocument): Promise<string | undefined> {
  const items = choices.map((one) =>
    one.language === languageId ? { ...one, picked: true, description: `${one.description} (current)` } : one,
  );
  return (await vscode.window.showQuickPick(items, { title: 'Treat As' }))?.language;
}
