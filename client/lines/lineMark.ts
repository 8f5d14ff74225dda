/** Identifies a line so that it can be found again: its number and a fingerprint of its text. */
export interface LineMark {
  /** Counted from 0; null when the line was deleted. */
  readonly line: number | null;
  /** False when edits may have been missed since: then only the text identifies the line. */
  readonly followed: boolean;
  readonly fingerprint: string;
  /** The fingerprint of the line in the file, to which it returns if its document is closed without saving. */
  readonly saved?: string | undefined;
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
  for (const change of changes) if (line !== null) line = lineAfter(line, lengthOf(mark.fingerprint), change);
  return line === mark.line ? mark : { ...mark, line };
}

/**
 * Finds the marked line in the current text. A line that was followed through all edits matches whatever its text is.
 * Any other must have the same text, or the saved one; away from its old number it must be the only one.
 */
export function findLine(mark: LineMark, lines: Lines): FoundLine {
  const { line, followed } = mark;
  const same = lineWith(mark.fingerprint, mark, lines);
  if (same !== null) return { state: 'same', line: same };
  if (followed && isIn(lines, line)) return { state: 'changed', line };
  const saved = mark.saved === undefined ? null : lineWith(mark.saved, mark, lines);
  return saved === null ? { state: 'gone' } : { state: 'changed', line: saved };
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

/** The number of UTF-16 code units of the text with this fingerprint. */
function lengthOf(print: string): number {
  return Number.parseInt(print, 10);
}

function isIn(lines: Lines, line: number | null): line is number {
  return line !== null && line < lines.lineCount;
}

/** The line with a text: the marked one, or the only other one. A line that is followed is nowhere else. */
function lineWith(print: string, { line, followed }: LineMark, lines: Lines): number | null {
  const isThere = isIn(lines, line);
  if (isThere && fingerprint(lines.lineAt(line).text) === print) return line;
  if (isThere && followed) return null;
  const found = linesLike(print, lines);
  return found.length === 1 ? found[0]! : null;
}

function linesLike(print: string, lines: Lines): number[] {
  const length = lengthOf(print);
  const found: number[] = [];
  for (let line = 0; line < lines.lineCount; line++) {
    const { text } = lines.lineAt(line);
    if (text.length === length && fingerprint(text) === print) found.push(line);
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
