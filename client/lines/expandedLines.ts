import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import { columnOf } from '../documents/columns';
import { isEmpty, watchMoves } from '../documents/moves';
import { openDocument } from '../openDocument';
import {
  asInFile,
  asRead,
  type ExpandedLine,
  expandedLine,
  isUnread,
  isUnsaved,
  lookAt,
  renewed,
  withTextOf,
} from './expandedLine';
import { expandedName } from './expandedName';
import { followLine, type LineMark } from './lineMark';

/** All expanded lines. They follow the edits of their documents. */
export interface ExpandedLines extends vscode.Disposable {
  readonly onDidChange: vscode.Event<vscode.FileChangeEvent[]>;
  /** The URI of a line's file; creates it if needed. */
  add(document: vscode.TextDocument, line: number): vscode.Uri;
  get(uri: vscode.Uri): ExpandedLine | undefined;
  /** Finds the line in its document and updates its state. */
  look(uri: vscode.Uri, document: vscode.TextDocument): ExpandedLine | undefined;
  /** Call the returned function when the editor has read the version of now. */
  beginReading(uri: vscode.Uri): () => void;
  /** Suppresses the change event for our own write. Call the returned function if it is not made. */
  noteOwnWrite(uri: vscode.Uri, mark: LineMark): () => void;
}

/** Remembered lines, the newest; also across a restart, which restores their editors. */
const maxExpandedLines = 100;
const linesKey = 'trajectory.expandedLines';

/** Follows expanded lines. Stores their line numbers and fingerprints, never their text. */
export function createExpandedLines(memory: vscode.Memento): ExpandedLines {
  const lines = new Map<string, ExpandedLine>(restore(memory));
  const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const remember = () => void memory.update(linesKey, [...lines].slice(-maxExpandedLines));
  const tell = (key: string, type: vscode.FileChangeType) =>
    changes.fire([{ type, uri: vscode.Uri.parse(key) }]);
  const set = (key: string, line: ExpandedLine, type: vscode.FileChangeType | null = null) => {
    const known = lines.get(key)?.mark;
    const isNews = known?.fingerprint !== line.mark.fingerprint || known?.saved !== line.mark.saved;
    lines.set(key, line);
    if (isNews) remember();
    if (type !== null) tell(key, type);
  };
  const look = (key: string, document: vscode.TextDocument, isChanging = false) => {
    const known = lines.get(key);
    if (known === undefined) return undefined;
    const [found, type] = lookAt(known, document);
    // While it changes, a document does not know yet that it has unsaved changes.
    set(key, isChanging ? found : asInFile(found, document), type);
    return lines.get(key);
  };
  const watching = watchDocuments((document, change, isChanging) => {
    for (const [key, line] of lines) {
      if (line.source !== document.uri.toString()) continue;
      lines.set(key, { ...line, mark: change(line.mark) });
      // A line that is in no editor is looked for when it is read.
      if (openDocument(key) === undefined) continue;
      if (document.isClosed) {
        if (isUnsaved(line.mark)) openAgain(document);
        continue;
      }
      const found = look(key, document, isChanging);
      // While its document had another language, the line could not be read.
      if (!isChanging && found !== undefined && isUnread(found)) tell(key, vscode.FileChangeType.Changed);
    }
  });
  const moving = watchMoves((moved) => {
    for (const [key, line] of lines) {
      const to = moved(vscode.Uri.parse(line.source));
      if (to === null) continue;
      lines.set(key, { ...line, source: to.toString() });
      remember();
      const document = openDocument(to);
      if (document !== undefined) look(key, document);
    }
  });
  return {
    onDidChange: changes.event,
    get: (uri) => lines.get(uri.toString()),
    look: (uri, document) => look(uri.toString(), document),
    add: (document, line) => {
      for (const key of lostAt(lines, document, line)) {
        // The file may have changed while it was closed. A line that is in no editor either is then of no use.
        if (look(key, document)?.isGone === true && !isInEditor(key)) lines.delete(key);
      }
      const key = keyOf(lines, document, line);
      const known = lines.get(key);
      // The last one used is the newest.
      lines.delete(key);
      set(key, known ?? expandedLine(document, line));
      forgetOldest(lines);
      return vscode.Uri.parse(key);
    },
    beginReading: (uri) => {
      const key = uri.toString();
      const version = lines.get(key);
      return () => {
        const now = lines.get(key);
        if (version !== undefined && now !== undefined)
          lines.set(key, { ...now, read: asRead(version).read });
      };
    },
    noteOwnWrite: (uri, mark) => {
      const key = uri.toString();
      const before = lines.get(key);
      if (before !== undefined) set(key, asRead(renewed(before, mark)));
      return () => {
        const now = lines.get(key);
        if (before !== undefined && now !== undefined) set(key, withTextOf(before, now));
      };
    },
    dispose: () => vscode.Disposable.from(watching, moving, changes).dispose(),
  };
}

function forgetOldest(lines: Map<string, ExpandedLine>): void {
  for (const key of [...lines.keys()].slice(0, -maxExpandedLines)) if (!isInEditor(key)) lines.delete(key);
}

/** Looks at the file of a document that was closed without saving. Without a file, its expanded lines keep their texts. */
function openAgain({ uri }: vscode.TextDocument): void {
  vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
}

/** Reports how edits, opening, saving and closing of documents change marks. */
function watchDocuments(
  update: (document: vscode.TextDocument, change: (mark: LineMark) => LineMark, isChanging?: boolean) => void,
): vscode.Disposable {
  const { onDidChangeTextDocument, onDidCloseTextDocument, onDidOpenTextDocument, onDidSaveTextDocument } =
    vscode.workspace;
  return vscode.Disposable.from(
    onDidSaveTextDocument((document) => update(document, (mark) => mark)),
    onDidChangeTextDocument(({ document, contentChanges }) => {
      // An event without changes tells that the document is not dirty any more, also if it is about to be closed unsaved.
      if (contentChanges.length === 0) return;
      // An untitled document that becomes a file is emptied: its lines are in the file.
      if (document.isUntitled && isEmpty(document)) update(document, lost, true);
      else update(document, (mark) => followLine(mark, contentChanges), true);
    }),
    onDidOpenTextDocument((document) => update(document, (mark) => mark)),
    onDidCloseTextDocument((document) => update(document, lost)),
  );
}

/** A mark whose line was lost sight of. */
function lost(mark: LineMark): LineMark {
  return { ...mark, followed: false };
}

/** Lines that were last seen at this number of the document, and lost sight of since. */
function lostAt(
  lines: ReadonlyMap<string, ExpandedLine>,
  { uri }: vscode.TextDocument,
  line: number,
): readonly string[] {
  const source = uri.toString();
  const isLost = ({ source: other, mark }: ExpandedLine) =>
    other === source && mark.line === line && !mark.followed;
  return [...lines].filter(([, expanded]) => isLost(expanded)).map(([key]) => key);
}

function isInEditor(key: string): boolean {
  return openDocument(key) !== undefined || columnOf(vscode.Uri.parse(key)) !== undefined;
}

/** The URI of the line's file if that is open or still has the right name; else a new, unused one. */
function keyOf(
  lines: ReadonlyMap<string, ExpandedLine>,
  document: vscode.TextDocument,
  line: number,
): string {
  const source = document.uri.toString();
  const name = `/${expandedName(document.uri.path, line)}`;
  for (const [key, { mark, isGone, source: other }] of lines) {
    if (other !== source || mark.line !== line || isGone) continue;
    const uri = vscode.Uri.parse(key);
    if (uri.path.endsWith(name) || columnOf(uri) !== undefined) return key;
  }
  // Nothing but a path: VS Code's own dialog of *Save As…* gives the rest to the new file, too.
  for (let count = 1; ; count++) {
    const path = count === 1 ? name : `/${count}${name}`;
    const key = vscode.Uri.from({ scheme: lineScheme, path }).toString();
    if (!lines.has(key)) return key;
  }
}

function restore(memory: vscode.Memento): readonly [string, ExpandedLine][] {
  const remembered = memory.get<readonly [string, ExpandedLine][]>(linesKey, []);
  return remembered.map(([key, line]) => [key, { ...line, mark: { ...line.mark, followed: false } }]);
}
