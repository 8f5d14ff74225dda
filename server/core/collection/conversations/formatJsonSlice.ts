import { nextInSteps } from '../../syntax/tokens/nextInSteps';
import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';

/** A slice of a generated text, and the length of the whole text. */
export interface TextSlice {
  readonly text: string;
  readonly length: number;
}

/** Tokens formatted between two yields. */
const yieldEvery = 1000;
/** Indentation stops growing at this depth: deeper text would be mostly spaces. */
const maxIndent = 100;
const indents = Array.from({ length: maxIndent + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * A slice of a JSON value formatted with each member on its own line and two spaces per level. No token changes; text
 * that is not JSON stays between its neighbours. Unless `isLengthNeeded`, it stops reading after the slice; `length` is
 * then the length formatted so far.
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
    const token = yield* nextInSteps(scanner);
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

/** The white space between two tokens. */
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

/** Receives a text piece by piece and keeps the requested range. */
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

  /** The requested range of the next `count` code units. */
  private within(count: number): Range {
    const { from, to } = this.wanted;
    return { from: Math.max(0, from - this.length), to: Math.min(count, to - this.length) };
  }
}
