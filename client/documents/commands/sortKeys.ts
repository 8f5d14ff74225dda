import * as vscode from 'vscode';
import { isReadOnly } from '../../lsp/earlierVersions';
import type { LanguageServer } from '../../lsp/languageServer';
import { commandAction, showInfo, showProblems } from '../../notifications';
import { registerDocumentCommand } from '../commandTarget';
import { editDocument } from '../editDocument';

const command = 'trajectory.sortKeys';
const notEditable = 'Not sorted: the document cannot be edited.';

/** `Trajectory: Sort Keys`: sorts the members of every object of the document, as one undoable edit. */
export function registerSortKeys(server: LanguageServer): vscode.Disposable {
  return registerDocumentCommand(command, (document) => sortKeys(server, document));
}

async function sortKeys(server: LanguageServer, document: vscode.TextDocument): Promise<void> {
  const { uri, version } = document;
  if (isReadOnly(uri)) return showInfo(notEditable);
  const sorted = await server.sortKeys(document);
  // The positions are valid only for the version that was asked about.
  if (sorted === null || document.version !== version)
    return showInfo(
      'Not sorted: the document was edited in the meantime.',
      commandAction('Sort Again', command, { uri }),
    );
  const { edits } = sorted;
  if (edits === null) return showInfo('Not sorted: fix the syntax errors first.', showProblems);
  if (edits.length === 0) return showInfo('The keys are already sorted.');
  const replacements = edits.map(({ start, end, text }) => ({
    range: new vscode.Range(start.line, start.character, end.line, end.character),
    text,
  }));
  if (!(await editDocument(document, replacements))) showInfo(notEditable);
}
