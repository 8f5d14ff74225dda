import { byteOrderMark, hash } from '../../text/characters';
import type { Range } from '../../text/range';
import { charAt, type Edit, sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import type { ProtectedRanges } from './protectedRanges';

/** More edits are merged into one: editors are slow with hundreds of thousands. */
const maxEdits = 2000;
/** Edits merged between two yields. */
const yieldEvery = 1000;
/** In a longer gap, which may be a million comments, only the indentation of the next token changes. */
const maxGap = 100_000;

interface GapOptions {
  /** Only gaps that overlap it change. */
  readonly range: Range | null;
  /** Whether only indentation changes. */
  readonly isIndentOnly: boolean;
  /** Whether line breaks in values stay, because they are syntax errors. */
  readonly keepsLines: boolean;
  /** Ranges in which nothing changes. */
  readonly leave: ProtectedRanges;
}

/**
 * Collects the edits for the gaps between tokens, given in document order. In a gap with anything but white space and
 * the expected mark, only the indentation of the next token changes.
 */
export class Gaps {
  private readonly text: Text;
  private readonly options: GapOptions;
  private found: Edit[] = [];
  /** The edits before those, as one; null if there are few. */
  private merged: { readonly from: number; to: number; readonly pieces: StringBuilder } | null = null;
  /** Code units by which the edits lengthen the text. */
  growth = 0;

  constructor(text: Text, options: GapOptions) {
    this.text = text;
    this.options = options;
  }

  /** Replaces a gap of white space. */
  blank(from: number, to: number, wanted: string): void {
    if (to - from > maxGap) return this.endOfLong(to, wanted);
    const content = sliceText(this.text, from, to);
    if (content === wanted || this.isKept(content)) return;
    if (isBlank(content)) this.replace(from, content, wanted);
    else this.indent(from, content, wanted);
  }

  /** Like `blank`, with the new white space computed from the old. */
  lines(from: number, to: number, wanted: (blank: string) => string): void {
    if (to - from > maxGap) return;
    const content = sliceText(this.text, from, to);
    // A byte order mark is one only at the start: it must not move there.
    if (isBlank(content) && charAt(this.text, to) !== byteOrderMark)
      this.replace(from, content, wanted(content));
  }

  /** Removes white space before a comma or colon and replaces that after it. */
  around(from: number, to: number, { mark, after }: { readonly mark: string; readonly after: string }): void {
    if (to - from > maxGap) return this.endOfLong(to, after);
    const content = sliceText(this.text, from, to);
    if (this.isKept(content)) return;
    const at = content.indexOf(mark);
    if (at === 0 && content.length === after.length + 1 && content.endsWith(after)) return;
    const [before, behind] = [content.slice(0, Math.max(at, 0)), content.slice(at + 1)];
    if (at < 0 || !isBlank(before) || !isBlank(behind)) return this.indent(from, content, after);
    this.replace(from, before, '');
    this.replace(from + at + 1, behind, after);
  }

  /** Replaces white space before a closing bracket, where there may be an extra comma. */
  closing(from: number, to: number, wanted: string): void {
    if (to - from > maxGap) return this.endOfLong(to, wanted);
    const hasComma = sliceText(this.text, from, to).includes(',');
    if (hasComma) this.around(from, to, { mark: ',', after: wanted });
    else this.blank(from, to, wanted);
  }

  /** Merges the edits found so far into one if there are too many. */
  *merge(): Work<void> {
    if (this.merged === null && this.found.length <= maxEdits) return;
    const from = Math.min(this.options.range?.from ?? 0, this.found[0]?.from ?? 0);
    this.merged ??= { from, to: from, pieces: new StringBuilder() };
    const { pieces } = this.merged;
    for (const [i, edit] of this.found.entries()) {
      if (i % yieldEvery === 0) yield;
      yield* pieces.pushRange(this.text, { from: this.merged.to, to: edit.from });
      pieces.push(edit.insert);
      this.merged.to = edit.to;
    }
    this.found = [];
  }

  /** All edits; if they were merged, a single one that replaces the whole range: then VS Code keeps the cursor. */
  *edits(): Work<Edit[]> {
    yield* this.merge();
    if (this.merged === null) return this.found;
    const { from, pieces } = this.merged;
    const to = Math.max(this.merged.to, this.options.range?.to ?? this.text.length);
    yield* pieces.pushRange(this.text, { from: this.merged.to, to });
    yield;
    return [{ from, to, insert: pieces.toString() }];
  }

  private replace(from: number, content: string, wanted: string): void {
    const to = from + content.length;
    const { range, isIndentOnly } = this.options;
    if (range !== null && (from >= range.to || to <= range.from)) return;
    // Behind white space, a stray number sign would begin a comment.
    if (content === '' && charAt(this.text, to) === hash) return;
    if (this.isLeft(from, content, wanted)) return;
    const change = isIndentOnly ? indented(content, wanted) : wanted;
    if (change !== null) this.add(from, content, change);
  }

  private isKept(content: string): boolean {
    return this.options.keepsLines && /[\r\n]/.test(content);
  }

  private endOfLong(to: number, wanted: string): void {
    if (this.options.keepsLines) return;
    this.indent(to - maxGap, sliceText(this.text, to - maxGap, to), wanted);
  }

  /** Changes only the white space from the last line end to the next token. */
  private indent(from: number, content: string, wanted: string): void {
    const at = content.search(/(?:\r\n|\r|\n)[ \t]*$/);
    const end = at < 0 ? '' : content.slice(at);
    const change = indented(end, wanted);
    if (change !== null) this.replace(from + at, end, change);
  }

  /** Whether a change would reach into a protected range. At the end of its line, the next line may be indented. */
  private isLeft(from: number, content: string, wanted: string): boolean {
    const range = this.options.leave.behind(from);
    if (range === null || range.from >= from + content.length) return false;
    const isAtLineEnd = from === range.to - 1 && /^[\r\n]/.test(content);
    return !isAtLineEnd || content[0] !== wanted[0];
  }

  /** Adds an edit for the differing part, so that cursors in the rest stay where they are. */
  private add(from: number, content: string, wanted: string): void {
    if (content === wanted) return;
    const most = Math.min(content.length, wanted.length);
    let head = 0;
    while (head < most && content[head] === wanted[head]) head++;
    // Do not split a two-character line end.
    if (head > 0 && content[head - 1] === '\r') head--;
    let tail = 0;
    while (
      tail < most - head &&
      isIndent(content.at(-1 - tail)) &&
      content.at(-1 - tail) === wanted.at(-1 - tail)
    )
      tail++;
    const insert = wanted.slice(head, wanted.length - tail);
    this.found.push({ from: from + head, to: from + content.length - tail, insert });
    this.growth += wanted.length - content.length;
  }
}

/** The old line ends with the new indentation; null if either has no line end. */
function indented(content: string, wanted: string): string | null {
  const lineBreaks = /^.*[\r\n]/s.exec(content)?.[0];
  const indent = /[\r\n]([^\r\n]*)$/.exec(wanted)?.[1];
  return lineBreaks === undefined || indent === undefined ? null : lineBreaks + indent;
}

function isBlank(content: string): boolean {
  return /^[ \t\r\n]*$/.test(content);
}

function isIndent(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
