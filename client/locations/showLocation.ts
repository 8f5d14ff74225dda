import * as vscode from 'vscode';
import type { PathLocation } from '../../server/protocol';
import { columnForText } from '../documents/activeDocument';
import { editorOf } from '../documents/commandTarget';

/** What is selected of a value; of a longer one only its start is shown. */
const maxSelectionLength = 1000;

/** Shows a place of a document in the editor that has the document already, or else in one of its own. */
export async function showLocation(
  document: vscode.TextDocument,
  { start, end, from, to }: Pick<PathLocation, 'start' | 'end' | 'from' | 'to'>,
): Promise<void> {
  const begin = new vscode.Position(start.line, start.character);
  const isShort = start.line === end.line && to - from <= maxSelectionLength;
  const selection = new vscode.Range(begin, isShort ? new vscode.Position(end.line, end.character) : begin);
  const viewColumn = columnOfText(document);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The column of the editor that has a document already, or else of one that it may get. */
export function columnOfText(document: vscode.TextDocument): vscode.ViewColumn {
  return editorOf(document)?.viewColumn ?? columnForText(document.uri);
}
