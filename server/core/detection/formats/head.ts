import type { Range } from '../../text/range';
import { sliceText, type Text } from '../../text/text';

/** Code units examined to detect the format. */
const headLength = 16_384;
/** Maximum number of lines examined. */
const maxLines = 60;

/** The beginning of a text; the range is its first non-blank line. */
export interface Head extends Range {
  readonly text: string;
  /** Whether this is all of the text. */
  readonly isWhole: boolean;
  /** Non-blank lines; the last may be cut. */
  readonly lines: readonly HeadLine[];
}

export interface HeadLine {
  readonly from: number;
  readonly text: string;
}

/** The head of a text; null if it is only white space. */
export function headOf(text: Text): Head | null {
  const content = sliceText(text, 0, Math.min(headLength, text.length));
  const lines: HeadLine[] = [];
  for (const match of content.matchAll(/[^\r\n]+/g)) {
    const line = match[0].trim();
    if (line === '' || line === '\ufeff') continue;
    lines.push({ from: match.index + match[0].indexOf(line[0]!), text: line });
    if (lines.length === maxLines) break;
  }
  const first = lines[0];
  if (first === undefined) return null;
  const isWhole = text.length <= headLength;
  return { text: content, isWhole, from: first.from, to: first.from + first.text.length, lines };
}
