import * as vscode from 'vscode';
import { inertText } from '../../send/words/plainText';
import type { LanguageServer } from '../lsp/requests';
import { type ExpandedLine, type ExpandedLines, SCHEME } from './expandedLines';
import { fingerprint } from './lineMark';
import { smallestChange } from './smallestChange';

/** What line files are made of. */
interface Parts {
  readonly server: LanguageServer;
  readonly lines: ExpandedLines;
  /** The revision that the editor was told last of each file. */
  readonly told: Map<string, number>;
}

/**
 * Makes each expanded line a file: reading it lays the line out, writing it puts it back on one line into its
 * document, as an edit that can be undone. The document itself is not saved by that.
 *
 * Conflicts are the editor's own: when the line has changed since it was read, the editor refuses to save and
 * offers to compare. When there is nothing to write to, writing fails with what to do; the text stays.
 */
export function registerLineFiles(server: LanguageServer, lines: ExpandedLines): vscode.Disposable {
  const parts: Parts = { server, lines, told: new Map() };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: lines.onDidChange,
    watch: () => new vscode.Disposable(() => undefined),
    stat: (uri) => stat(parts, uri),
    readFile: (uri) => read(parts, uri),
    writeFile: (uri, content) => write(parts, uri, content),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.workspace.registerFileSystemProvider(SCHEME, provider, { isCaseSensitive: true });
}

function stat({ lines, told }: Parts, uri: vscode.Uri): vscode.FileStat {
  const { changedAt, revision } = present(lines, uri);
  told.set(uri.toString(), revision);
  // The editor sees a conflict only where the size differs too, so that each revision has a size of its own.
  return { type: vscode.FileType.File, ctime: 0, mtime: changedAt, size: revision };
}

async function read({ server, lines }: Parts, uri: vscode.Uri): Promise<Uint8Array> {
  const document = await openSource(present(lines, uri), uri);
  const line = lineIn(lines, uri, document);
  lines.noteReading(uri);
  if (document.lineAt(line).text.trim() === '') return new Uint8Array();
  const text = await server.expandLine(document, line);
  if (text !== null) return new TextEncoder().encode(text);
  throw unavailable(`${nameOf(document.uri)} is not open as Trajectory Lines, or was edited just now.`);
}

async function write(parts: Parts, uri: vscode.Uri, content: Uint8Array): Promise<void> {
  const { server, lines, told } = parts;
  const known = lines.get(uri);
  if (known === undefined) throw gone('The document');
  const document = await openSource(known, uri);
  const like = document.lineAt(lineIn(lines, uri, document)).text;
  const joined = await server.joinLines(decode(content), like);
  if (joined === null) {
    throw unavailable(
      'It does not fit on one line: a string or a comment holds a line break. Mend it, then save.',
    );
  }
  // It may have moved while the server was asked.
  const line = lineIn(lines, uri, document);
  // The editor compares revisions before it writes; this is for an edit in between.
  if (lines.get(uri)?.revision !== told.get(uri.toString())) {
    throw unavailable(`Line ${line + 1} of ${nameOf(document.uri)} changed just now. Save again to compare.`);
  }
  await replaceLine(lines, uri, { document, line, text: joined });
}

interface Replacement {
  readonly document: vscode.TextDocument;
  readonly line: number;
  readonly text: string;
}

async function replaceLine(lines: ExpandedLines, uri: vscode.Uri, to: Replacement): Promise<void> {
  const { document, line, text } = to;
  const change = smallestChange(document.lineAt(line).text, text);
  if (change === null) return;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(line, change.from, line, change.to), change.insert);
  lines.announce(uri, { line, followed: true, fingerprint: fingerprint(text) });
  if (await vscode.workspace.applyEdit(edit)) {
    const where = `line ${line + 1} of ${nameOf(document.uri)}`;
    vscode.window.setStatusBarMessage(`Written into ${where}, which is not saved by that`, 5000);
    return;
  }
  lines.look(uri, document);
  throw unavailable(`${nameOf(document.uri)} cannot be edited. Save again, or copy the text from here.`);
}

function present(lines: ExpandedLines, uri: vscode.Uri): ExpandedLine {
  const line = lines.get(uri);
  if (line === undefined || line.isGone) throw vscode.FileSystemError.FileNotFound(uri);
  return line;
}

/** Where the line is in the document now. */
function lineIn(lines: ExpandedLines, uri: vscode.Uri, document: vscode.TextDocument): number {
  const found = lines.look(uri, document);
  if (found === undefined || found.isGone || found.mark.line === null) throw gone(nameOf(document.uri));
  return found.mark.line;
}

async function openSource({ source }: ExpandedLine, uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === source);
  if (open !== undefined) return open;
  const sourceUri = vscode.Uri.parse(source);
  // Opening an untitled document that was closed would make a new, empty one.
  if (sourceUri.scheme === 'untitled') throw gone(nameOf(sourceUri));
  try {
    return await vscode.workspace.openTextDocument(sourceUri);
  } catch {
    // Why is of no use here: that the text stays, and where it can go, is.
    throw unavailable(`${nameOf(sourceUri)} cannot be opened. Copy what you need from ${nameOf(uri)}.`);
  }
}

/** Bytes of an editor that was set to another encoding than UTF-8 are not guessed at. */
function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw unavailable('JSON is UTF-8. Change the encoding of this editor, then save.');
  }
}

function gone(source: string): vscode.FileSystemError {
  return unavailable(
    `${source} no longer has this line, or has it more than once. Undo there what removed it and save again, or copy the text from here.`,
  );
}

function unavailable(message: string): vscode.FileSystemError {
  return vscode.FileSystemError.Unavailable(message);
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions('A line can be read and written, nothing else.');
}

/** The name of a file as an error says it: the editor shows that in a notification, where links are live. */
function nameOf(uri: vscode.Uri): string {
  return inertText(uri.path.split('/').at(-1) ?? '', 200);
}
