import type { Range } from '../text/range';
import { sliceText, type Text } from '../text/text';

/** Code units of a text that are looked at to tell what it is. */
const headLength = 16_384;
/** Lines of these that are looked at. */
const maxLines = 60;

/** How a text begins; the range is its first line that is not blank. */
export interface Head extends Range {
  readonly text: string;
  /** Whether this is all of the text. */
  readonly isWhole: boolean;
  /** Lines that are not blank; the last may be cut. */
  readonly lines: readonly HeadLine[];
}

export interface HeadLine {
  readonly from: number;
  readonly text: string;
}

/** The head of a text; null where it holds nothing but white space. */
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
