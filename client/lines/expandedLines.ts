import * as vscode from 'vscode';
import { lineScheme } from '../../server/protocol';
import { columnOf } from '../documents/columns';
import { isEmpty, watchMoves } from '../documents/moves';
import { openDocument } from '../openDocument';
import { expandedName } from './expandedName';
import { findLine, followLine, type LineMark, markLine } from './lineMark';

/** A line of JSON Lines, shown as a file. */
export interface ExpandedLine {
  /** URI of the document that contains the line. */
  readonly source: string;
  readonly mark: LineMark;
  /** The line was not found any more. */
  readonly isGone: boolean;
  /** When the line's text last changed, in milliseconds since 1970. */
  readonly changedAt: number;
  /** Counts the texts of the line, from 1: one number per text. */
  readonly revision: number;
  /** The version that was last read or written. */
  readonly read: Pick<ExpandedLine, 'changedAt' | 'revision'> & Pick<LineMark, 'fingerprint'>;
}

/** All expanded lines. They follow the edits of their documents. */
export interface ExpandedLines extends vscode.Disposable {
  readonly onDidChange: vscode.Event<vscode.FileChangeEvent[]>;
  /** The URI of a line's file; creates it if needed. */
  add(document: vscode.TextDocument, line: number): vscode.Uri;
  get(uri: vscode.Uri): ExpandedLine | undefined;
  /** Finds the line in its document and updates its state. */
  look(uri: vscode.Uri, document: vscode.TextDocument): ExpandedLine | undefined;
  /** Records that the editor read the current version. */
  noteReading(uri: vscode.Uri): void;
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
  const set = (key: string, line: ExpandedLine, type: vscode.FileChangeType | null = null) => {
    const known = lines.get(key)?.mark;
    const isNews = known?.fingerprint !== line.mark.fingerprint || known?.saved !== line.mark.saved;
    lines.set(key, line);
    if (isNews) remember();
    if (type !== null) changes.fire([{ type, uri: vscode.Uri.parse(key) }]);
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
      if (!document.isClosed) look(key, document, isChanging);
      else if (isUnsaved(line.mark)) openAgain(document);
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
    noteReading: (uri) => {
      const line = lines.get(uri.toString());
      if (line !== undefined) lines.set(uri.toString(), asRead(line));
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

/** The line was changed or deleted in its document since that was saved. */
function isUnsaved({ line, saved, fingerprint }: LineMark): boolean {
  return saved !== undefined && (line === null || saved !== fingerprint);
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

function expandedLine(document: vscode.TextDocument, line: number): ExpandedLine {
  const mark = markLine(document, line);
  const now = { changedAt: Date.now(), revision: 1 };
  const read = { ...now, fingerprint: mark.fingerprint };
  return asInFile({ source: document.uri.toString(), mark, isGone: false, ...now, read }, document);
}

/** The new state of a line, and the file event for its editor. */
function lookAt(
  known: ExpandedLine,
  document: vscode.TextDocument,
): [line: ExpandedLine, change: vscode.FileChangeType | null] {
  const found = findLine(known.mark, document);
  if (found.state === 'gone') {
    const line = { ...known, isGone: true };
    return [line, known.isGone ? null : vscode.FileChangeType.Deleted];
  }
  const isBack = known.isGone ? vscode.FileChangeType.Created : null;
  if (found.state === 'changed') {
    return [renewed(known, markLine(document, found.line)), isBack ?? vscode.FileChangeType.Changed];
  }
  const mark = { ...known.mark, line: found.line, followed: true };
  return [{ ...known, mark, isGone: false }, isBack];
}

/** Notes the text of a line as that in the file, if the document has no unsaved changes. */
function asInFile(line: ExpandedLine, { isDirty, isUntitled }: vscode.TextDocument): ExpandedLine {
  if (isDirty || isUntitled) return line;
  return { ...line, mark: { ...line.mark, saved: line.isGone ? undefined : line.mark.fingerprint } };
}

/** A line with a new text. If that is again the text that was read, as after undo, it gets the old revision back. */
function renewed(line: ExpandedLine, mark: LineMark): ExpandedLine {
  const { fingerprint, ...known } = line.read;
  const next = { changedAt: Math.max(Date.now(), line.changedAt + 1), revision: line.revision + 1 };
  return {
    ...line,
    mark: { ...line.mark, ...mark },
    isGone: false,
    ...(mark.fingerprint === fingerprint ? known : next),
  };
}

/** A line with an earlier text, where it is now. */
function withTextOf({ changedAt, revision, read, mark }: ExpandedLine, now: ExpandedLine): ExpandedLine {
  return { ...now, changedAt, revision, read, mark: { ...now.mark, fingerprint: mark.fingerprint } };
}

function asRead(line: ExpandedLine): ExpandedLine {
  const { changedAt, revision, mark } = line;
  return { ...line, read: { changedAt, revision, fingerprint: mark.fingerprint } };
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
