import * as vscode from 'vscode';
import type { PathSegment } from '../../server/protocol';
import { cursorIn, targetOf, tell } from '../documents/commandTarget';
import { land } from '../locations/land';
import { readLocation } from '../locations/locationInput';
import type { LanguageServer } from '../lsp/requests';
import type { ExpandedLines } from './expandedLines';

/** What a lens, a key binding or another command may pass. */
export interface ExpandLineArguments {
  readonly uri?: string | vscode.Uri;
  /** Counted from 0; the line of the cursor when it is not given. */
  readonly line?: number;
  /** The value to go to in the expanded line. */
  readonly path?: readonly PathSegment[];
}

interface Parts {
  readonly server: LanguageServer;
  readonly lines: ExpandedLines;
}

/** `Trajectory: Expand This Line`: a line of JSON Lines, laid out in an editor of its own beside. */
export function registerExpandLine(parts: Parts): vscode.Disposable {
  return vscode.commands.registerCommand('trajectory.expandLine', async (argument: unknown) => {
    const document = await targetOf(argument);
    if (document !== null) await expandLine(parts, document, (argument ?? {}) as ExpandLineArguments);
  });
}

async function expandLine(
  parts: Parts,
  document: vscode.TextDocument,
  args: ExpandLineArguments,
): Promise<void> {
  if (document.languageId !== 'trajectory-jsonl') return tell('Only a line of JSON Lines can be expanded.');
  const at = typeof args.line === 'number' ? startIn(document, args.line) : cursorIn(document);
  if (at.line >= document.lineCount || document.lineAt(at.line).isEmptyOrWhitespace) {
    return tell(`Line ${at.line + 1} is blank.`);
  }
  const path = args.path ?? (await pathInLine(parts.server, document, at));
  const expanded = await openExpanded(parts.lines.add(document, at.line));
  await vscode.window.showTextDocument(expanded, { viewColumn: columnFor(expanded), preview: false });
  if (path.length > 0) await goTo(parts.server, expanded, path);
}

/** What is to be seen of a line: its first problem, the worst ones first; without one its start. */
function startIn(document: vscode.TextDocument, line: number): vscode.Position {
  const problems = vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ range }) => range.start.line === line);
  const [first] = problems.sort(
    (a, b) => a.severity - b.severity || a.range.start.character - b.range.start.character,
  );
  return first?.range.start ?? new vscode.Position(Math.max(line, 0), 0);
}

/** What stands at a place of the line, so that it can be gone to in the expanded line. */
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
  // A user's file associations may name another language for this ending.
  return vscode.languages.setTextDocumentLanguage(document, 'trajectory');
}

/** Beside, or where the line is expanded already. */
function columnFor(document: vscode.TextDocument): vscode.ViewColumn {
  const uri = document.uri.toString();
  for (const { tabs, viewColumn } of vscode.window.tabGroups.all) {
    const holds = tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri,
    );
    if (holds) return viewColumn;
  }
  return vscode.ViewColumn.Beside;
}

async function goTo(
  server: LanguageServer,
  document: vscode.TextDocument,
  path: readonly PathSegment[],
): Promise<void> {
  const described = await server.describe(document);
  const [location] = (described && (await server.locate(described.source, [path]))) ?? [];
  if (location !== undefined) await land(document, location);
}
