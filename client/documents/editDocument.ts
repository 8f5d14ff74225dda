import * as vscode from 'vscode';

/** New text for a range of a document. */
export interface Replacement {
  readonly range: vscode.Range;
  readonly text: string;
}

/**
 * Edits a document as one undoable step; false if it cannot be edited. VS Code makes the edit of an extension even in a
 * file that the user has made read-only. It does not count that as an unsaved change, and loses it without a question:
 * such an edit is taken back.
 */
export async function editDocument(
  document: vscode.TextDocument,
  replacements: readonly Replacement[],
): Promise<boolean> {
  const before = document.getText();
  let wasSaved = false;
  const saving = vscode.workspace.onDidSaveTextDocument((saved) => {
    wasSaved ||= saved === document;
  });
  const isMade = await apply(document, replacements);
  saving.dispose();
  if (!isMade || wasSaved || document.isDirty || document.isUntitled) return isMade;
  const end = document.lineAt(document.lineCount - 1).range.end;
  await apply(document, [{ range: new vscode.Range(new vscode.Position(0, 0), end), text: before }]);
  return false;
}

function apply({ uri }: vscode.TextDocument, replacements: readonly Replacement[]): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { range, text } of replacements) edit.replace(uri, range, text);
  return vscode.workspace.applyEdit(edit);
}
