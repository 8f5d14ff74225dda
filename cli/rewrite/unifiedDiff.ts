import { firstIndex } from '../../server/core/firstIndex';
import { type Edit, sliceText, type Text } from '../../server/core/text/text';

/** Unchanged lines shown around changes. */
const context = 3;

/** Consecutive lines with the edits in them; `to` is the line after the last. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The hunks of a unified diff, which `patch` applies; `edits` are ordered and disjoint. */
export function* diffLines(text: Text, edits: readonly Edit[]): Generator<string> {
  let added = 0;
  let hunk: Block[] = [];
  for (const block of blocksOf(text, edits)) {
    const last = hunk.at(-1);
    if (last !== undefined && block.from - last.to > 2 * context) {
      yield* hunkLines(text, hunk, added);
      added += growth(hunk);
      hunk = [];
    }
    hunk.push(block);
  }
  if (hunk.length > 0) yield* hunkLines(text, hunk, added);
}

/** The changed lines, as few as possible. */
function* blocksOf(text: Text, edits: readonly Edit[]): Generator<Block> {
  for (let i = 0; i < edits.length; ) {
    const from = lineAt(text, edits[i]!.from);
    let to = lineAt(text, edits[i]!.to) + 1;
    const first = i++;
    // Edits of the same lines belong together.
    while (i < edits.length && lineAt(text, edits[i]!.from) < to) to = lineAt(text, edits[i++]!.to) + 1;
    const block = trimmed({ from, to, ...changedLines(text, { from, to }, edits.slice(first, i)) });
    if (block.before.length > 0 || block.after.length > 0) yield block;
  }
}

function changedLines(
  text: Text,
  { from, to }: { readonly from: number; readonly to: number },
  edits: readonly Edit[],
): Pick<Block, 'before' | 'after'> {
  const [start, end] = [lineStart(text, from), lineStart(text, to)];
  let after = '';
  let at = start;
  for (const edit of edits) {
    after += sliceText(text, at, edit.from) + edit.insert;
    at = edit.to;
  }
  after += sliceText(text, at, end);
  return { before: linesOf(sliceText(text, start, end)), after: linesOf(after) };
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  return text.match(/.*?\n|.+$/gs) ?? [];
}

function trimmed({ from, to, before, after }: Block): Block {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  const rest = Math.min(before.length, after.length) - head;
  while (tail < rest && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const middle = (lines: readonly string[]): readonly string[] => lines.slice(head, lines.length - tail);
  return { from: from + head, to: to - tail, before: middle(before), after: middle(after) };
}

function growth(hunk: readonly Block[]): number {
  return hunk.reduce((sum, { before, after }) => sum + after.length - before.length, 0);
}

function* hunkLines(text: Text, hunk: readonly Block[], added: number): Generator<string> {
  const from = Math.max(0, hunk[0]!.from - context);
  const to = Math.min(countLines(text), hunk.at(-1)!.to + context);
  const [oldLength, newLength] = [to - from, to - from + growth(hunk)];
  yield `@@ -${rangeOf(from, oldLength)} +${rangeOf(from + added, newLength)} @@\n`;
  let at = from;
  for (const { from: start, to: end, before, after } of hunk) {
    yield* marked(' ', unchanged(text, at, start));
    yield* marked('-', before);
    yield* marked('+', after);
    at = end;
  }
  yield* marked(' ', unchanged(text, at, to));
}

function rangeOf(from: number, length: number): string {
  return `${length === 0 ? from : from + 1}${length === 1 ? '' : `,${length}`}`;
}

/** Lines as `diff` counts them: after the last line end there is none. */
function countLines(text: Text): number {
  const count = startsOf(text).length;
  return lineStart(text, count - 1) === text.length ? count - 1 : count;
}

function unchanged(text: Text, from: number, to: number): readonly string[] {
  return linesOf(sliceText(text, lineStart(text, from), lineStart(text, to)));
}

function* marked(mark: string, lines: readonly string[]): Generator<string> {
  for (const line of lines)
    yield line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** Code units searched at once. */
const pieceLength = 1 << 20;
/** Where lines begin for `patch`: unlike an editor, it does not end a line at a lone carriage return. */
const lineStarts = new WeakMap<Text, readonly number[]>();

function startsOf(text: Text): readonly number[] {
  const known = lineStarts.get(text);
  if (known !== undefined) return known;
  const starts = [0];
  for (let from = 0; from < text.length; from += pieceLength) {
    const piece = sliceText(text, from, Math.min(text.length, from + pieceLength));
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) starts.push(from + at + 1);
  }
  lineStarts.set(text, starts);
  return starts;
}

function lineStart(text: Text, line: number): number {
  return startsOf(text)[line] ?? text.length;
}

function lineAt(text: Text, offset: number): number {
  const starts = startsOf(text);
  return firstIndex(starts.length, (i) => starts[i]! > offset) - 1;
}
