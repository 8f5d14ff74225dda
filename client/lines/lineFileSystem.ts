import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import { displayName } from '../documents/displayName';
import { editDocument } from '../documents/editDocument';
import { isReadOnly } from '../lsp/earlierVersions';
import type { LanguageServer } from '../lsp/languageServer';
import { openDocument } from '../openDocument';
import { takeTurns } from '../takeTurns';
import type { ExpandedLine } from './expandedLine';
import type { ExpandedLines } from './expandedLines';
import { fingerprint } from './lineMark';
import { type SavedSources, saveSources } from './savedSource';
import { smallestChange } from './smallestChange';

interface Dependencies {
  readonly server: LanguageServer;
  readonly lines: ExpandedLines;
  /** The revision of each file last reported to the editor. */
  readonly told: Map<string, number>;
  readonly sources: SavedSources;
}

/**
 * Provides each expanded line as a file. Reading formats the line; writing puts it back on one line in its document, as
 * an undoable edit. `savedSource.ts` decides when that document is saved too.
 *
 * The editor handles conflicts: when the line has changed since it was read, the editor refuses to save and offers to
 * compare. When the line or document is gone, writing fails with advice, and the text stays.
 */
export function registerLineFileSystem(server: LanguageServer, lines: ExpandedLines): vscode.Disposable {
  const dependencies: Dependencies = { server, lines, told: new Map(), sources: saveSources() };
  const inTurn = takeTurns();
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: lines.onDidChange,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => stat(dependencies, uri),
    readFile: (uri) => read(dependencies, uri),
    // All lines may be saved at once, and an edit that was made for an earlier version is refused.
    writeFile: (uri, content) => inTurn(() => write(dependencies, uri, content)),
    readDirectory: () => [],
    // Before it saves a file that is gone, the editor makes its folders. Saving then says why that is not possible.
    createDirectory: () => undefined,
    delete: reject,
    rename: reject,
  };
  return vscode.Disposable.from(
    dependencies.sources,
    vscode.workspace.registerFileSystemProvider(lineScheme, provider, { isCaseSensitive: true }),
  );
}

function stat({ lines, told }: Dependencies, uri: vscode.Uri): vscode.FileStat {
  const { changedAt, revision, source } = present(lines, uri);
  told.set(uri.toString(), revision);
  // The editor reports a conflict only if the size differs too, so each revision has its own size.
  const file = { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: revision };
  // What could not be saved in the document cannot be written here.
  return isReadOnly(vscode.Uri.parse(source))
    ? { ...file, permissions: vscode.FilePermission.Readonly }
    : file;
}

async function read({ server, lines }: Dependencies, uri: vscode.Uri): Promise<Uint8Array> {
  const document = await openSource(present(lines, uri), uri);
  const line = lineIn(lines, uri, document);
  const noteReading = lines.beginReading(uri);
  const isBlank = document.lineAt(line).text.trim() === '';
  const text = isBlank ? '' : await server.expandLine(document, line);
  if (text === null)
    throw unavailable(
      `${displayName(document.uri)} is not open as Trajectory Lines, or was edited just now. Expand the line again.`,
    );
  noteReading();
  return new TextEncoder().encode(text);
}

async function write(dependencies: Dependencies, uri: vscode.Uri, content: Uint8Array): Promise<void> {
  const { server, lines } = dependencies;
  const known = lines.get(uri);
  if (known === undefined) throw gone('The document');
  const document = await openSource(known, uri);
  const like = document.lineAt(lineIn(lines, uri, document)).text;
  const joined = await server.joinLines(decode(content), like);
  if (joined === null) {
    throw unavailable(
      'Not saved: a line holds one value. A string or a comment contains a line break here, or a second value follows. Fix it, then save again.',
    );
  }
  const replace = () => replaceLine(dependencies, uri, { document, text: joined });
  // If an edit of the user's came first, once more.
  if ((await replace()) || (await replace())) return;
  throw unavailable(`${displayName(document.uri)} cannot be edited. Save again, or copy the text from here.`);
}

interface Replacement {
  readonly document: vscode.TextDocument;
  readonly text: string;
}

/** Replaces the line; false if the document does not take the edit. */
async function replaceLine(
  { lines, sources, told }: Dependencies,
  uri: vscode.Uri,
  { document, text }: Replacement,
): Promise<boolean> {
  // The line may have moved while the server responded.
  const line = lineIn(lines, uri, document);
  // The editor compares revisions before it writes; this catches an edit in between.
  if (lines.get(uri)?.revision !== told.get(uri.toString())) {
    throw unavailable(
      `Line ${line + 1} of ${displayName(document.uri)} changed just now. Save again to compare.`,
    );
  }
  const change = smallestChange(document.lineAt(line).text, text);
  if (change === null) return true;
  const range = new vscode.Range(line, change.from, line, change.to);
  const undoNote = lines.noteOwnWrite(uri, { line, followed: true, fingerprint: fingerprint(text) });
  const wasClean = sources.isClean(document);
  const isMade = await editDocument(document, [{ range, text: change.insert }]);
  if (isMade) sources.note(uri, { document, line, wasClean });
  else undoNote();
  return isMade;
}

function present(lines: ExpandedLines, uri: vscode.Uri): ExpandedLine {
  const known = lines.get(uri);
  // Nobody looked for it while it was in no editor.
  const source = known?.isGone === true ? openDocument(known.source) : undefined;
  const line = source === undefined ? known : lines.look(uri, source);
  if (line === undefined || line.isGone) throw vscode.FileSystemError.FileNotFound(uri);
  return line;
}

/** The current number of the line. */
function lineIn(lines: ExpandedLines, uri: vscode.Uri, document: vscode.TextDocument): number {
  const found = lines.look(uri, document);
  if (found === undefined || found.isGone || found.mark.line === null) throw gone(displayName(document.uri));
  return found.mark.line;
}

async function openSource({ source }: ExpandedLine, uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = openDocument(source);
  if (open !== undefined) return open;
  const sourceUri = vscode.Uri.parse(source);
  // Opening a closed untitled document would create a new, empty one.
  if (sourceUri.scheme === 'untitled') throw gone(displayName(sourceUri));
  try {
    return await vscode.workspace.openTextDocument(sourceUri);
  } catch {
    // The reason does not help the user; where the text can go does.
    throw unavailable(
      `${displayName(sourceUri)} cannot be opened. Copy what you need from ${displayName(uri)}.`,
    );
  }
}

/** Does not guess when the editor is set to an encoding other than UTF-8. */
function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw unavailable('JSON is UTF-8. Change the encoding of this editor, then save.');
  }
}

function gone(source: string): vscode.FileSystemError {
  return unavailable(
    `${source} no longer has this line, or has it more than once. Undo the change in that file and save again; or copy the text from here, and expand the line again.`,
  );
}

function unavailable(message: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(message);
}

function reject(): never {
  throw vscode.FileSystemError.NoPermissions('Only reading and writing is supported.');
}
