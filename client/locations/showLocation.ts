import * as vscode from 'vscode';
import type { PathLocation } from '../../server/protocol';
import { columnForText } from '../documents/activeDocument';
import { editorOf } from '../documents/commandTarget';

/** Selects at most this many code units; of a longer value, only reveals the start. */
const maxSelectionLength = 1000;

type Location = Pick<PathLocation, 'start' | 'end' | 'from' | 'to'>;

/** Reveals a range in an editor that already shows the document, or else in a new one. */
export async function showLocation(document: vscode.TextDocument, location: Location): Promise<void> {
  const selection = selectionOf(location);
  const viewColumn = columnOfText(document);
  const editor = await vscode.window.showTextDocument(document, { viewColumn, selection });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** What is selected of a location: all of it if it is short. */
export function selectionOf({ start, end, from, to }: Location): vscode.Range {
  const begin = new vscode.Position(start.line, start.character);
  const isShort = start.line === end.line && to - from <= maxSelectionLength;
  return new vscode.Range(begin, isShort ? new vscode.Position(end.line, end.character) : begin);
}

/** The column of an editor that already shows the document, or else one for a new editor. */
export function columnOfText(document: vscode.TextDocument): vscode.ViewColumn {
  return editorOf(document)?.viewColumn ?? columnForText(document.uri);
}
