import { nextInSteps } from '../../syntax/tokens/nextInSteps';
import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { joinOnOneLine } from './oneLine';

/** Gaps read between two yields. */
const yieldEvery = 1000;
/** Code units of a gap read between two yields. */
const pieceLength = 100_000;

/** Where JSON may have white space: before the first token, after the last, and beside each mark. */
type GapKind =
  | 'start'
  | 'end'
  | 'empty'
  | 'open'
  | 'close'
  | 'beforeComma'
  | 'comma'
  | 'beforeColon'
  | 'colon'
  | 'none';

/** The spacing of a line's tokens, as far as the line shows it. */
export type LineStyle = ReadonlyMap<GapKind, string>;

/**
 * The style of a line: per kind of gap, its white space, or that of Python's `json.dumps` if it varies. If the line has
 * only commas or only colons, both get the same style.
 */
export function* styleOf(line: Text): Work<LineStyle> {
  const style = new Map<GapKind, string>();
  for (const gap of gapsOf(line)) {
    if (gap === null) yield;
    else if (yield* isBlank(line, gap)) {
      const { kind } = gap;
      const blank = sliceText(line, gap.from, gap.to);
      style.set(kind, (style.get(kind) ?? blank) === blank ? blank : (pythons.get(kind) ?? ''));
    }
  }
  const after = style.get('comma') ?? style.get('colon');
  if (after !== undefined)
    for (const kind of ['comma', 'colon'] as const) style.set(kind, style.get(kind) ?? after);
  return style;
}

/** The white space of Python's `json.dumps`, where it writes any. */
const pythons: LineStyle = new Map([
  ['comma', ' '],
  ['colon', ' '],
]);

/** The tokens of a text on one line, spaced in a style. */
export function* inStyle(text: Text, style: LineStyle): Work<string> {
  const pieces = new StringBuilder();
  for (const gap of gapsOf(text)) {
    // Text that is not a token, such as a comment, is joined on one line without a style.
    if (gap === null) yield;
    else {
      pieces.push((yield* isBlank(text, gap)) ? gapInStyle(gap, style) : yield* joinOnOneLine(text, gap));
      yield* pieces.pushRange(text, { from: gap.to, to: gap.tokenTo });
    }
  }
  return pieces.toString();
}

function gapInStyle({ kind, from, to }: Gap, style: LineStyle): string {
  // Between two tokens without a proper separator.
  if (kind === 'none') return from === to ? '' : ' ';
  return style.get(kind) ?? pythons.get(kind) ?? '';
}

interface Gap extends Range {
  readonly kind: GapKind;
  /** The end of the token after it. */
  readonly tokenTo: number;
}

/** The gaps of a text, in order, and null where reading them can be interrupted. */
function* gapsOf(text: Text): Generator<Gap | null> {
  const scanner = new Scanner(text, { lines: false, report: () => {} });
  let before: Token | null = null;
  let end = 0;
  for (let count = 1; ; count++) {
    if (count % yieldEvery === 0) yield null;
    for (const _ of nextInSteps(scanner)) yield null;
    const { token: after, from } = scanner;
    const to = after === Token.end ? from : scanner.to;
    yield { kind: kindOf(before, after), from: end, to: from, tokenTo: to };
    if (after === Token.end) return;
    before = after;
    end = to;
  }
}

function kindOf(before: Token | null, after: Token): GapKind {
  if (before === null) return 'start';
  if (after === Token.end) return 'end';
  const isOpen = before === Token.openObject || before === Token.openArray;
  const isClose = after === Token.closeObject || after === Token.closeArray;
  if (isOpen) return isClose ? 'empty' : 'open';
  if (isClose) return 'close';
  if (after === Token.comma) return 'beforeComma';
  if (after === Token.colon) return 'beforeColon';
  if (before === Token.comma) return 'comma';
  return before === Token.colon ? 'colon' : 'none';
}

function* isBlank(text: Text, { from, to }: Range): Work<boolean> {
  for (let at = from; at < to; at += pieceLength) {
    if (at > from) yield;
    if (!/^[ \t\r\n]*$/.test(sliceText(text, at, Math.min(to, at + pieceLength)))) return false;
  }
  return true;
}
