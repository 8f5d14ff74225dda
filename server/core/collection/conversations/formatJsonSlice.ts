import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';

/** A slice of a text that has been made, and how long all of that is. */
export interface TextSlice {
  readonly text: string;
  readonly length: number;
}

/** Tokens that are laid out between two breaks. */
const yieldEvery = 1000;
/** Indentation stops growing at this depth. What is deeper would be mostly blanks, and nobody could see it. */
const maxIndent = 100;
const indents = Array.from({ length: maxIndent + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * A slice of a JSON value as it is when each member is on a line of its own, with two spaces for each level. No
 * token changes; what is no JSON stays between its neighbours. Where nobody needs to know how long all of it is, it is
 * not read behind what is wanted: `length` then is what has been laid out.
 */
export function* formatJsonSlice(
  text: Text,
  value: Range,
  { isLengthNeeded = true, ...wanted }: Range & { readonly isLengthNeeded?: boolean },
): Work<TextSlice> {
  const scanner = new Scanner(text, { lines: false, report: () => {} });
  scanner.moveTo(value.from);
  const sink = new Sink(text, wanted);
  let depth = 0;
  let before: Token | null = null;
  for (let count = 1; ; count++) {
    if (count % yieldEvery === 0) yield;
    const token = scanner.next();
    const isEnough = !isLengthNeeded && sink.length > wanted.to;
    if (isEnough || token === Token.end || scanner.from >= value.to)
      return { text: sink.text, length: sink.length };
    if (isClosing(token)) depth = Math.max(0, depth - 1);
    sink.add(gap(before, token, depth));
    sink.addFrom(scanner.from, Math.min(scanner.to, value.to));
    if (isOpening(token)) depth++;
    before = token;
  }
}

/** What stands between two tokens. */
function gap(before: Token | null, after: Token, depth: number): string {
  if (before === null || after === Token.comma || after === Token.colon) return '';
  if (isOpening(before) && isClosing(after)) return '';
  if (before === Token.colon) return ' ';
  const isBreak = isOpening(before) || before === Token.comma || isClosing(after);
  return isBreak ? indents[Math.min(depth, maxIndent)]! : ' ';
}

function isOpening(token: Token): boolean {
  return token === Token.openObject || token === Token.openArray;
}

function isClosing(token: Token): boolean {
  return token === Token.closeObject || token === Token.closeArray;
}

/** Takes a text piece by piece, and keeps what is wanted of it. */
class Sink {
  text = '';
  length = 0;
  private readonly source: Text;
  private readonly wanted: Range;

  constructor(source: Text, wanted: Range) {
    this.source = source;
    this.wanted = wanted;
  }

  add(piece: string): void {
    const { from, to } = this.within(piece.length);
    if (from < to) this.text += piece.slice(from, to);
    this.length += piece.length;
  }

  /** Adds a slice of the source. */
  addFrom(start: number, end: number): void {
    const { from, to } = this.within(end - start);
    if (from < to) this.text += sliceText(this.source, start + from, start + to);
    this.length += end - start;
  }

  /** What is wanted of so many code units that come next. */
  private within(count: number): Range {
    const { from, to } = this.wanted;
    return { from: Math.max(0, from - this.length), to: Math.min(count, to - this.length) };
  }
}
