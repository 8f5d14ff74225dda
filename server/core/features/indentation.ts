import { lineEnd, lineStart, positionAt, sliceText, type Text } from '../text/text';

/** Indentation at an offset: that of its line, and what each deeper level adds. */
export interface Indentation {
  readonly line: string;
  readonly unit: string;
}

/** Lines above and below to inspect. */
const maxLinesAway = 100;
/** Code units of a line to inspect. */
const maxLineLength = 200;
/** Code units of indentation to add to each new line. */
const maxIndentation = 1000;
const common = '  ';

/** Detects the indentation around an offset from nearby lines. */
export function indentationAt(text: Text, offset: number): Indentation {
  const { line: own } = positionAt(text, offset);
  const from = lineStart(text, own);
  const line = indentOf(sliceText(text, from, Math.min(offset, from + maxIndentation)));
  for (let above = own - 1; above >= Math.max(0, own - maxLinesAway); above--) {
    const outer = indentOfLine(text, above);
    if (outer !== null && outer.length < line.length && line.startsWith(outer))
      return { line, unit: line.slice(outer.length) };
  }
  const { line: last } = positionAt(text, text.length);
  for (let below = own + 1; below <= Math.min(last, own + maxLinesAway); below++) {
    const inner = indentOfLine(text, below);
    if (inner !== null && inner.length > line.length && inner.startsWith(line))
      return { line, unit: inner.slice(line.length) };
  }
  return { line, unit: line.startsWith('\t') ? '\t' : common };
}

/** Indents a multi-line text that has a tab for each level. */
export function indented(content: string, { line, unit }: Indentation): string {
  return content.replace(/\n(\t*)/g, (_, tabs: string) => `\n${line}${unit.repeat(tabs.length)}`);
}

/** Null for a blank line, which tells nothing. */
function indentOfLine(text: Text, line: number): string | null {
  const from = lineStart(text, line);
  const start = sliceText(text, from, Math.min(lineEnd(text, line), from + maxLineLength));
  return start.trim() === '' ? null : indentOf(start);
}

function indentOf(start: string): string {
  return /^[ \t]*/.exec(start)![0];
}
