import * as vscode from 'vscode';
import { findLine, type LineMark, markLine } from './lineMark';

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

/** The line was changed or deleted in its document since that was saved. */
export function isUnsaved({ line, saved, fingerprint }: LineMark): boolean {
  return saved !== undefined && (line === null || saved !== fingerprint);
}

/** The editor has not read the present text of the line. */
export function isUnread({ isGone, read, mark }: ExpandedLine): boolean {
  return !isGone && read.fingerprint !== mark.fingerprint;
}

export function expandedLine(document: vscode.TextDocument, line: number): ExpandedLine {
  const mark = markLine(document, line);
  const now = { changedAt: Date.now(), revision: 1 };
  const read = { ...now, fingerprint: mark.fingerprint };
  return asInFile({ source: document.uri.toString(), mark, isGone: false, ...now, read }, document);
}

/** The new state of a line, and the file event for its editor. */
export function lookAt(
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
export function asInFile(line: ExpandedLine, { isDirty, isUntitled }: vscode.TextDocument): ExpandedLine {
  if (isDirty || isUntitled) return line;
  return { ...line, mark: { ...line.mark, saved: line.isGone ? undefined : line.mark.fingerprint } };
}

/** A line with a new text. If that is again the text that was read, as after undo, it gets the old revision back. */
export function renewed(line: ExpandedLine, mark: LineMark): ExpandedLine {
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
export function withTextOf(
  { changedAt, revision, read, mark }: ExpandedLine,
  now: ExpandedLine,
): ExpandedLine {
  return { ...now, changedAt, revision, read, mark: { ...now.mark, fingerprint: mark.fingerprint } };
}

export function asRead(line: ExpandedLine): ExpandedLine {
  const { changedAt, revision, mark } = line;
  return { ...line, read: { changedAt, revision, fingerprint: mark.fingerprint } };
}
