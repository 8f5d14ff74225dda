import * as vscode from 'vscode';
import type { Location } from '../../server/protocol';
import { editorOf } from '../documents/commandTarget';

/** What is selected of a value; of a longer one only its start is shown. */
const SELECTED = 1000;

/** Shows a place of a document in the editor that has the document already, or in the active group. */
export async function land(
  document: vscode.TextDocument,
  { start, end, from, to }: Pick<Location, 'start' | 'end' | 'from' | 'to'>,
): Promise<void> {
  const begin = new vscode.Position(start.line, start.character);
  const isShort = start.line === end.line && to - from <= SELECTED;
  const selection = new vscode.Range(begin, isShort ? new vscode.Position(end.line, end.character) : begin);
  const viewColumn = editorOf(document)?.viewColumn ?? vscode.ViewColumn.Active;
  const editor = await vscode.window.showTextDocument(document, { viewColumn, selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
