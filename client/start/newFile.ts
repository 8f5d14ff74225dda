import * as vscode from 'vscode';
import type { LanguageServer } from '../lsp/languageServer';
import type { Untouched } from './untouched';

/** Entries of `File › New File…`: command, language, and the skeleton to insert. */
const kinds = [
  { command: 'trajectory.newLogRequest', language: 'trajectory', skeleton: 'New log request' },
  { command: 'trajectory.newTrainingJob', language: 'trajectory', skeleton: 'New training job request' },
  {
    command: 'trajectory.newTrainingConfig',
    language: 'training-config',
    skeleton: 'New experimental training config',
  },
  { command: 'trajectory.newLines', language: 'trajectory-jsonl', skeleton: 'New trajectory group' },
] as const;

/** Registers commands for new documents, filled with the skeleton that completion offers in an empty one. */
export function registerNewFile(server: LanguageServer, untouched: Untouched): vscode.Disposable {
  return vscode.Disposable.from(
    ...kinds.map((kind) =>
      vscode.commands.registerCommand(kind.command, () => create({ server, untouched }, kind)),
    ),
  );
}

async function create(
  { server, untouched }: { readonly server: LanguageServer; readonly untouched: Untouched },
  { language, skeleton }: (typeof kinds)[number],
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language });
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  // Completion needs a running server; without one the document stays empty.
  await server.describe(document).catch(() => null);
  const start = new vscode.Position(0, 0);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    start,
  );
  const text = items.find(({ label }) => label === skeleton)?.insertText;
  // If the user has already typed, insert nothing.
  if (text instanceof vscode.SnippetString && document.getText() === '')
    await untouched.fill(document, () => editor.insertSnippet(text, start));
}
