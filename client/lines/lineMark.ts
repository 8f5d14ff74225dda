/** Identifies a line so that it can be found again: its number and a fingerprint of its text. */
export interface LineMark {
  /** Counted from 0; null when the line was deleted. */
  readonly line: number | null;
  /** False when edits may have been missed since: then only the text identifies the line. */
  readonly followed: boolean;
  readonly fingerprint: string;
}

/** A replaced range as the editor reports it. The changes of one event apply in the order given. */
export interface LineChange {
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly text: string;
}

/** The lines of a text. */
export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export type FoundLine =
  /** Same text, on the same line or another. */
  | { readonly state: 'same'; readonly line: number }
  /** Same line, other text. */
  | { readonly state: 'changed'; readonly line: number }
  | { readonly state: 'gone' };

/** A mark on a line. */
export function markLine(lines: Lines, line: number): LineMark {
  return { line, followed: true, fingerprint: fingerprint(lines.lineAt(line).text) };
}

/** Updates the line number after changes. The fingerprint stays; `findLine` compares the text. */
export function followLine(mark: LineMark, changes: readonly LineChange[]): LineMark {
  let { line } = mark;
  for (const change of changes) if (line !== null) line = lineAfter(line, lengthOf(mark), change);
  return line === mark.line ? mark : { ...mark, line };
}

/**
 * Finds the marked line in the current text. A line that was followed through all edits matches whatever its text is.
 * Any other must have the same text, and away from its old number it must be the only one.
 */
export function findLine(mark: LineMark, lines: Lines): FoundLine {
  const { line, followed } = mark;
  const isThere = line !== null && line < lines.lineCount;
  if (isThere && fingerprint(lines.lineAt(line).text) === mark.fingerprint) return { state: 'same', line };
  if (isThere && followed) return { state: 'changed', line };
  const found = linesLike(mark, lines);
  return found.length === 1 ? { state: 'same', line: found[0]! } : { state: 'gone' };
}

/** Equal for equal texts; very unlikely to be equal for different ones. */
export function fingerprint(text: string): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995) + (b >>> 15);
  }
  return `${text.length}:${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

function lengthOf(mark: LineMark): number {
  return Number.parseInt(mark.fingerprint, 10);
}

function linesLike(mark: LineMark, lines: Lines): number[] {
  const { fingerprint: wanted } = mark;
  const length = lengthOf(mark);
  const found: number[] = [];
  for (let line = 0; line < lines.lineCount; line++) {
    const { text } = lines.lineAt(line);
    if (text.length === length && fingerprint(text) === wanted) found.push(line);
  }
  return found;
}

function lineAfter(line: number, length: number, change: LineChange): number | null {
  const { start, end } = change.range;
  const added = (change.text.match(/\r\n|\r|\n/g) ?? []).length;
  const shifted = line + added - (end.line - start.line);
  if (end.line < line) return shifted;
  if (start.line > line) return line;
  // Here the change touches the line.
  if (end.line > line) return start.line === line && start.character > 0 ? line : null;
  if (start.line === line) return end.character === 0 ? shifted : line;
  // If only the beginning of the line is deleted, the rest stays.
  return end.character > 0 && end.character >= length ? null : shifted;
}
