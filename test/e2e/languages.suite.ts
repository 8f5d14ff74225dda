import { assert } from 'chai';
import { commands, languages, type TextDocument, Uri, WorkspaceEdit, window, workspace } from 'vscode';
import { logRequest, uriOfNewFile } from './documents';

// Opened as a person does: a document that a test opens would stay open for minutes without a tab.
describe('the language chosen for a file', () => {
  it('is kept if it is JSON, also for a file whose name says otherwise', async () => {
    const uri = await writtenFile('refused.trajectory.json');
    await shown(uri, 'trajectory');
    while (window.activeTextEditor?.document.languageId !== 'json')
      await takingTheLast('trajectory.treatAsTrajectoryFile');
    await close(uri);
    await shown(uri, 'json');
    await close(uri);
  });

  it('is the one chosen last, also if that was in the status bar', async () => {
    const uri = await writtenFile('chosen.json');
    await shown(uri, 'json');
    await commands.executeCommand('trajectory.treatAsTrajectoryFile', { uri, language: 'trajectory' });
    await languages.setTextDocumentLanguage(await shown(uri, 'trajectory'), 'training-config');
    await close(uri);
    const next = languageWhen(uri, (language) => language !== 'json');
    await commands.executeCommand('vscode.open', uri);
    assert.equal((await next).languageId, 'training-config');
    await close(uri);
  });

  it('stays when the file is renamed', async () => {
    const uri = await writtenFile('before.json');
    await shown(uri, 'json');
    await commands.executeCommand('trajectory.treatAsTrajectoryFile', { uri, language: 'trajectory' });
    await shown(uri, 'trajectory');
    const to = Uri.joinPath(uri, '../after.json');
    const edit = new WorkspaceEdit();
    edit.renameFile(uri, to);
    assert.isTrue(await workspace.applyEdit(edit));
    await shown(to, 'trajectory');
    await close(to);
    await shown(to, 'trajectory');
    await close(to);
  });
});

async function writtenFile(name: string): Promise<Uri> {
  const uri = uriOfNewFile(name);
  await workspace.fs.writeFile(uri, new TextEncoder().encode(logRequest('"reward": 1')));
  return uri;
}

/** Shows a file, and resolves when it has a language. */
async function shown(uri: Uri, language: string): Promise<TextDocument> {
  await commands.executeCommand('vscode.open', uri);
  return languageWhen(uri, (one) => one === language);
}

function documentAt(uri: Uri): TextDocument | undefined {
  return workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

function languageWhen(uri: Uri, holds: (language: string) => boolean): Promise<TextDocument> {
  return new Promise((resolve) => {
    const look = () => {
      const document = documentAt(uri);
      if (document === undefined || !holds(document.languageId)) return;
      subscription.dispose();
      resolve(document);
    };
    const subscription = workspace.onDidOpenTextDocument(look);
    look();
  });
}

/** Closes the tab of a file, and its document with it. */
async function close(uri: Uri): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    const subscription = workspace.onDidCloseTextDocument(() => {
      if (documentAt(uri) !== undefined) return;
      subscription.dispose();
      resolve();
    });
  });
  await commands.executeCommand('workbench.action.closeAllEditors');
  await closed;
}

/** Runs a command that opens a quick pick, and accepts an entry: the last one, if the list is there in time. */
async function takingTheLast(command: string): Promise<void> {
  let isAnswered = false;
  const answered = Promise.resolve(commands.executeCommand(command)).then(() => {
    isAnswered = true;
  });
  // No event announces the list. Until it is there, accepting does nothing.
  while (!isAnswered) {
    await commands.executeCommand('quickInput.last');
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  }
  await answered;
}
