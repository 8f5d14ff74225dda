import * as vscode from 'vscode';
import { inertText } from '../../send/words/plainText';
import { resolveDocument, uriOf } from './resolve';
import { isStop, type Stop } from './stop';

/**
 * The document that a command is about: the one of its argument (`{ uri }`, or the resource that a menu
 * passes), or the one in the active editor. Null when there is none of ours; the user has been told why.
 */
export async function targetOf(argument: unknown): Promise<vscode.TextDocument | null> {
  const document = await resolveDocument(uriOf(argument));
  if (!isStop(document)) return document;
  explain(document);
  return null;
}

/** Tells why a command ends here. */
export function explain({ stop }: Stop): void {
  if (stop.status === 'failed') tell(stop.message);
}

/** Tells something that the user asked for and does not get. */
export function tell(message: string): void {
  void vscode.window.showInformationMessage(inertText(message, 600));
}

/** Where the cursor is in a document; its start when no editor shows it. */
export function cursorIn(document: vscode.TextDocument): vscode.Position {
  return editorOf(document)?.selection.active ?? new vscode.Position(0, 0);
}

/** The editor that shows a document, the active one first. */
export function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document === document);
}
