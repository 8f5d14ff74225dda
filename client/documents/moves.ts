import * as vscode from 'vscode';
import { isMissing } from '../exists';
import { isGone } from '../openDocument';

/** The new URI of a document; null if it has not moved. */
export type Moved = (uri: vscode.Uri) => vscode.Uri | null;

/** Reports documents whose URI changes in this window: renamed, moved, or saved for the first time. */
export function watchMoves(tell: (moved: Moved) => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) => tell(movedBy(files))),
    watchFirstSaves((from, to) => tell((uri) => (uri.toString() === from ? to : null))),
  );
}

/** Reports where files are about to be renamed or moved to: before their documents have the new URI. */
export function watchNextMoves(tell: (moved: Moved) => void): vscode.Disposable {
  return vscode.workspace.onWillRenameFiles(({ files }) => tell(movedBy(files)));
}

function movedBy(files: vscode.FileRenameEvent['files']): Moved {
  return (uri) => {
    for (const { oldUri, newUri } of files) {
      const moved = movedWith(uri, oldUri, newUri);
      if (moved !== null) return moved;
    }
    return null;
  };
}

/** The new URI of a document after a file or folder was renamed. */
function movedWith(uri: vscode.Uri, from: vscode.Uri, to: vscode.Uri): vscode.Uri | null {
  if (uri.scheme !== from.scheme || uri.authority !== from.authority) return null;
  if (uri.path === from.path) return to;
  if (!uri.path.startsWith(`${from.path}/`)) return null;
  return to.with({ path: to.path + uri.path.slice(from.path.length) });
}

/**
 * Reports files that get the text of an untitled document, which may be about to become that file: when an empty file is
 * filled with the text, or when it is saved with it. VS Code may format a file before it tells of the save.
 */
export function watchCopies(
  tell: (untitled: vscode.TextDocument, file: vscode.TextDocument) => void,
): vscode.Disposable {
  const look = (file: vscode.TextDocument) => {
    for (const one of vscode.workspace.textDocuments)
      if (one.isUntitled && !file.isUntitled && hasTextOf(one, file)) tell(one, file);
  };
  return vscode.Disposable.from(
    vscode.workspace.onWillSaveTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges: [first, ...others] }) => {
      if (first === undefined || others.length > 0 || first.rangeLength > 0) return;
      if (document.offsetAt(endOf(document)) === first.text.length) look(document);
    }),
  );
}

function endOf({ lineCount }: vscode.TextDocument): vscode.Position {
  return new vscode.Position(lineCount, 0);
}

/**
 * VS Code has no event for an untitled document becoming a file. It saves a file with the same text, then empties and
 * closes the untitled document: detect that sequence.
 */
function watchFirstSaves(tell: (from: string, to: vscode.Uri) => void): vscode.Disposable {
  const saved = new Map<string, vscode.Uri>();
  return vscode.Disposable.from(
    watchCopies((untitled, file) => saved.set(untitled.uri.toString(), file.uri)),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && !isEmpty(document)) saved.delete(document.uri.toString());
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const from = uri.toString();
      const to = saved.get(from);
      saved.delete(from);
      if (to === undefined) return;
      // Only this one became the file. Another one may have had the same text.
      for (const [other, file] of saved) if (file.toString() === to.toString()) saved.delete(other);
      tell(from, to);
    }),
  );
}

/** Where the documents of this window have gone. */
export interface Moves extends vscode.Disposable {
  /** The URI that a document has now; undefined if it was closed and has become no file. */
  current(uri: vscode.Uri): Promise<vscode.Uri | undefined>;
}

/** Remembers the files of untitled documents that were saved, until others have their names, and renamed files. */
export function followMoves(): Moves {
  const files = new Map<string, vscode.Uri>();
  const renames: Moved[] = [];
  const following = vscode.Disposable.from(
    watchFirstSaves((from, to) => files.set(from, to)),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => files.delete(uri.toString())),
    vscode.workspace.onDidRenameFiles((event) => renames.push(movedBy(event.files))),
  );
  return {
    async current(uri) {
      const named = isGone(uri) ? files.get(uri.toString()) : uri;
      if (named === undefined || !(await isMissing(named))) return named;
      return renames.reduce((at, moved) => moved(at) ?? at, named);
    },
    dispose: () => following.dispose(),
  };
}

function hasTextOf(document: vscode.TextDocument, other: vscode.TextDocument): boolean {
  return document.lineCount === other.lineCount && document.getText() === other.getText();
}

/** Whether a document has no text. */
export function isEmpty(document: vscode.TextDocument): boolean {
  return document.lineCount === 1 && document.lineAt(0).text === '';
}
