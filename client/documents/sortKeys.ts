import * as vscode from 'vscode';
import type { LanguageServer } from '../lsp/requests';
import { targetOf, tell } from './commandTarget';

/** `Trajectory: Sort Keys`: sorts the members of every object of the document, as one edit that can be undone. */
export function registerSortKeys(server: LanguageServer): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.sortKeys', async (argument: unknown) => {
    const document = await targetOf(argument);
    if (document !== null) await sortKeys(server, document);
  });
}

async function sortKeys(server: LanguageServer, document: vscode.TextDocument): Promise<void> {
  const { uri, version } = document;
  const sorted = await server.sortKeys(document);
  // Positions hold for the text that was asked about only.
  if (sorted === null || document.version !== version) return tell('It was edited meanwhile. Sort it again.');
  const { edits } = sorted;
  if (edits === null) return tell('It is no JSON, so nothing was sorted. Mend its syntax problems first.');
  if (edits.length === 0) return tell('The keys are sorted already.');
  const edit = new vscode.WorkspaceEdit();
  for (const { start, end, text } of edits) {
    edit.replace(uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
  }
  if (!(await vscode.workspace.applyEdit(edit))) tell('It cannot be edited.');
}
