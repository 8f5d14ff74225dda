import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import { sliceText, type Text, textOf } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { joinOnOneLine } from './oneLine';

/** Gaps read between two yields. */
const yieldEvery = 1000;

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
  let count = 0;
  for (const { kind, content } of gapsOf(line)) {
    if (++count % yieldEvery === 0) yield;
    if (!isBlank(content)) continue;
    style.set(kind, (style.get(kind) ?? content) === content ? content : (pythons.get(kind) ?? ''));
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
  let count = 0;
  for (const { kind, content, token } of gapsOf(text)) {
    if (++count % yieldEvery === 0) yield;
    // Text that is not a token, such as a comment, is joined on one line without a style.
    const gap = isBlank(content) ? gapInStyle(kind, content, style) : yield* textOnOneLine(content);
    pieces.push(gap, token);
  }
  return pieces.toString();
}

function* textOnOneLine(content: string): Work<string> {
  return yield* joinOnOneLine(textOf(content), { from: 0, to: content.length });
}

function gapInStyle(kind: GapKind, content: string, style: LineStyle): string {
  // Between two tokens without a proper separator.
  if (kind === 'none') return content === '' ? '' : ' ';
  return style.get(kind) ?? pythons.get(kind) ?? '';
}

interface Gap {
  readonly kind: GapKind;
  readonly content: string;
  /** The token after it; empty at the end. */
  readonly token: string;
}

/** The gaps of a text, in order. */
function* gapsOf(text: Text): Generator<Gap> {
  const scanner = new Scanner(text, { lines: false, report: () => {} });
  let before: Token | null = null;
  let end = 0;
  for (;;) {
    const after = scanner.next();
    const { from, to } = scanner;
    const content = from === end ? '' : sliceText(text, end, from);
    yield { kind: kindOf(before, after), content, token: after === Token.end ? '' : scanner.read(from, to) };
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

function isBlank(content: string): boolean {
  return /^[ \t\r\n]*$/.test(content);
}
