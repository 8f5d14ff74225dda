import { Scanner } from '../../syntax/tokens/scanner';
import { Token } from '../../syntax/tokens/token';
import { sliceText, type Text, textOf } from '../../text/text';
import type { Work } from '../../work';
import { StringBuilder } from '../longStrings';
import { joinOnOneLine } from './oneLine';

/** Gaps that are looked at between two breaks. */
const yieldEvery = 1000;

/** Where white space may stand in JSON: before the first token, behind the last, and beside each mark. */
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

/** How the tokens of a line are set apart; only what the line tells of. */
export type LineStyle = ReadonlyMap<GapKind, string>;

/**
 * The style of a line: for each kind of gap the white space that stands in all of them, or that Python's
 * `json.dumps` puts there where they differ. Commas and colons go by each other where a line has only one of them.
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

/** What Python's `json.dumps` puts between tokens, where it puts anything. */
const pythons: LineStyle = new Map([
  ['comma', ' '],
  ['colon', ' '],
]);

/** The tokens of a text on one line, set apart in a style. */
export function* inStyle(text: Text, style: LineStyle): Work<string> {
  const pieces = new StringBuilder();
  let count = 0;
  for (const { kind, content, token } of gapsOf(text)) {
    if (++count % yieldEvery === 0) yield;
    // A comment, or what no token is, becomes one line; it has no style.
    const gap = isBlank(content) ? gapInStyle(kind, content, style) : yield* textOnOneLine(content);
    pieces.push(gap, token);
  }
  return pieces.toString();
}

function* textOnOneLine(content: string): Work<string> {
  return yield* joinOnOneLine(textOf(content), { from: 0, to: content.length });
}

function gapInStyle(kind: GapKind, content: string, style: LineStyle): string {
  // Between two tokens that are not separated as they should be.
  if (kind === 'none') return content === '' ? '' : ' ';
  return style.get(kind) ?? pythons.get(kind) ?? '';
}

interface Gap {
  readonly kind: GapKind;
  readonly content: string;
  /** The token behind it; empty at the end. */
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
