import * as vscode from 'vscode';
import type { PathSegment, Position } from '../../server/protocol';
import type { LanguageServer } from '../lsp/languageServer';
import { readLocation } from './locationInput';

/** VS Code's default of `editor.stopRenderingLineAfter`, which extensions cannot read while it is unset. */
const defaultDrawnColumns = 10_000;

/** Offers the expanded line for a position too far right for the editor to draw. `path` is relative to the body. */
export function offerToExpand(
  document: vscode.TextDocument,
  start: Position,
  path: readonly PathSegment[],
): void {
  if (!isFarRight(document, start)) return;
  const { line, character } = start;
  const expand = 'Expand This Line';
  const message = `This location is at column ${character + 1}, but the editor shows only the first ${drawnIn(document)} columns of a line.`;
  // The segments before the line's index are names of the body.
  const index = path.findIndex((segment) => /^\d+$/.test(String(segment)));
  void vscode.window.showInformationMessage(message, expand).then((choice) => {
    if (choice !== expand) return;
    const argument = { uri: document.uri, line, path: path.slice(index + 1) };
    void vscode.commands.executeCommand('trajectory.expandLine', argument);
  });
}

/** Same, for the value at a position. */
export async function offerToExpandAt(
  server: LanguageServer,
  document: vscode.TextDocument,
  start: vscode.Position,
): Promise<void> {
  if (!isFarRight(document, start)) return;
  const pointer = await server.path(document, start, 'pointer');
  const read = pointer === null ? null : readLocation(pointer);
  if (read?.kind === 'path') offerToExpand(document, start, read.path);
}

function isFarRight(document: vscode.TextDocument, { character }: Position): boolean {
  const drawn = drawnIn(document);
  return document.languageId === 'trajectory-jsonl' && drawn >= 0 && character >= drawn;
}

function drawnIn(document: vscode.TextDocument): number {
  return vscode.workspace
    .getConfiguration('editor', document)
    .get<number>('stopRenderingLineAfter', defaultDrawnColumns);
}
