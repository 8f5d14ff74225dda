import * as vscode from 'vscode';
import { showInfo, showReason } from '../notifications';
import { activeUri, uriAtCursor } from './activeDocument';
import { resolveDocument, uriOf } from './resolve';
import { isStop, type Stop } from './stop';

/**
 * The document that a command is about: from its argument (`{ uri }`, or the resource that a menu passes), or the
 * active one. Null when it is not one of ours; the user has been told why.
 */
export async function targetOf(argument: unknown, active = activeUri()): Promise<vscode.TextDocument | null> {
  const document = await resolveDocument(uriOf(argument) ?? active);
  if (!isStop(document)) return document;
  explain(document);
  return null;
}

/** Shows why a command stopped. */
export function explain({ stop, actions = [] }: Stop): void {
  if (stop.status === 'failed') showInfo(stop.message, ...actions);
}

/** Registers a command about a document. Errors are shown to the user with their buttons. */
export function registerDocumentCommand(
  name: string,
  run: (document: vscode.TextDocument, argument: unknown) => unknown,
  active: () => vscode.Uri | undefined = activeUri,
): vscode.Disposable {
  return vscode.commands.registerCommand(name, async (argument: unknown) => {
    const document = await targetOf(argument, active());
    try {
      return document === null ? undefined : await run(document, argument);
    } catch (error) {
      showReason(error);
      return undefined;
    }
  });
}

/** The same for a command about what is at the cursor. */
export function registerCursorCommand(
  name: string,
  run: (document: vscode.TextDocument, argument: unknown) => unknown,
): vscode.Disposable {
  return registerDocumentCommand(name, run, uriAtCursor);
}

/** The cursor in a document; its start when no editor shows it. */
export function cursorIn(document: vscode.TextDocument): vscode.Position {
  return editorOf(document)?.selection.active ?? new vscode.Position(0, 0);
}

/** The editor that shows a document, the active one first. */
export function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find((editor) => editor?.document === document);
}
