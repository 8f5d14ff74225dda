import * as vscode from 'vscode';
import type { PathSegment } from '../../server/protocol';
import { columnForResult } from '../documents/activeDocument';
import { columnOf } from '../documents/columns';
import { cursorIn, registerCursorCommand } from '../documents/commandTarget';
import { readLocation } from '../locations/locationInput';
import { selectionOf } from '../locations/showLocation';
import type { LanguageServer } from '../lsp/languageServer';
import { showInfo } from '../notifications';
import type { ExpandedLines } from './expandedLines';

/** Arguments from a lens, a key binding or another command. */
export interface ExpandLineArguments {
  readonly uri?: string | vscode.Uri;
  /** Counted from 0. Default: the line of the cursor. */
  readonly line?: number;
  /** Go to this value in the expanded line. */
  readonly path?: readonly PathSegment[];
}

interface Dependencies {
  readonly server: LanguageServer;
  readonly lines: ExpandedLines;
}

/** `Trajectory: Expand This Line`: formats a line of JSON Lines in an editor beside. */
export function registerExpandLine(dependencies: Dependencies): vscode.Disposable {
  return registerCursorCommand('trajectory.expandLine', (document, argument) =>
    expandLine(dependencies, document, (argument ?? {}) as ExpandLineArguments),
  );
}

async function expandLine(
  dependencies: Dependencies,
  document: vscode.TextDocument,
  args: ExpandLineArguments,
): Promise<void> {
  if (document.languageId !== 'trajectory-jsonl')
    return showInfo('Only a line of JSON Lines can be expanded.');
  const at = typeof args.line === 'number' ? startIn(document, args.line) : cursorIn(document);
  if (at.line >= document.lineCount || document.lineAt(at.line).isEmptyOrWhitespace) {
    return showInfo(`Line ${at.line + 1} is blank.`);
  }
  const { server, lines } = dependencies;
  const uri = lines.add(document, at.line);
  const [path, expanded] = await Promise.all([
    args.path ?? pathInLine(server, document, at),
    openExpanded(uri),
  ]);
  const selection = path.length === 0 ? undefined : await rangeOf(server, expanded, path);
  const viewColumn = columnOf(uri) ?? columnForResult();
  // Shown only once, with its selection: a later one would move the cursor of someone who already types.
  const editor = await vscode.window.showTextDocument(expanded, {
    viewColumn,
    preview: false,
    ...(selection === undefined ? {} : { selection }),
  });
  if (selection !== undefined)
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where to go in a line: its most severe problem, the first of these; without problems its start. */
function startIn(document: vscode.TextDocument, line: number): vscode.Position {
  const problems = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ range }) => range.start.line === line);
  const [first] = problems.sort(
    (a, b) => a.severity - b.severity || a.range.start.character - b.range.start.character,
  );
  return first?.range.start ?? new vscode.Position(Math.max(line, 0), 0);
}

/** The path of the value at a position, relative to its line. */
async function pathInLine(
  server: LanguageServer,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly PathSegment[]> {
  const pointer = await server.path(document, position, 'pointer');
  const read = pointer === null || pointer === '' ? null : readLocation(pointer);
  return read?.kind === 'path' ? read.path.slice(1) : [];
}

async function openExpanded(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.languageId === 'trajectory') return document;
  // A user's file associations may name another language for this suffix.
  return vscode.languages.setTextDocumentLanguage(document, 'trajectory');
}

async function rangeOf(
  server: LanguageServer,
  document: vscode.TextDocument,
  path: readonly PathSegment[],
): Promise<vscode.Range | undefined> {
  const described = await server.describe(document);
  const [location] = (described && (await server.locate(described.source, [path]))) ?? [];
  return location === undefined ? undefined : selectionOf(location);
}
