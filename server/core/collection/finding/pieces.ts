import type { PathSegment } from '../../syntax/nodes/path';
import { contentRange } from '../../syntax/tree/contentRange';
import { Kind } from '../../syntax/tree/nodeKind';
import { sliceText, type Text } from '../../text/text';
import type { Work } from '../../work';
import { formOf } from '../conversations/texts';
import type { Value } from '../reading/values';
import { rawIndexes, unescaped } from './escapes';
import type { MessageText } from './messageTexts';

/** A text to search, or a piece of a long one, as people read it: without escapes. */
export interface Piece {
  readonly path: readonly PathSegment[];
  readonly text: string;
  /** A match counts if it begins at `from` or later, and before `to`. What is around is context. */
  readonly from: number;
  readonly to: number;
  /** Whether the text ends with it. */
  readonly isLast: boolean;
  /** The source from `from` on, and where that begins: code units from the start of the value. */
  readonly raw: string;
  readonly rawFrom: number;
  /** Whether the source is a string that contains JSON: its escapes are escaped. */
  readonly isNested: boolean;
}

/** Code units of source in a piece. */
const maxPieceLength = 1_000_000;
/** Code units of source before a piece that a match may look at. */
const contextBefore = 100;
/** Code units at the end of a piece where no match begins, unless the text ends there: a match may be that long. */
const contextAfter = 4000;

/** The piece of a text that begins `offset` code units of source after the start of its value. */
export function* pieceAt(text: Text, { value, path, mayHoldJson }: MessageText, offset: number): Work<Piece> {
  const content = value.kind === Kind.string ? contentRange(text, value) : value;
  const from = Math.max(content.from, value.from + offset);
  const end = Math.min(from + maxPieceLength, content.to);
  const raw = sliceText(text, from, end);
  const isLast = end === content.to;
  const once = unescaped(raw);
  // Only a text of one piece is laid out.
  const mayBeNested = mayHoldJson && content.to - content.from <= maxPieceLength;
  const isNested = mayBeNested && (yield* isNestedIn(text, value, once));
  const context = unescaped(sliceText(text, Math.max(content.from, from - contextBefore), from));
  const before = isNested ? unescaped(context) : context;
  const decoded = isNested ? unescaped(once) : once;
  const length = before.length + decoded.length;
  const to = isLast ? length : length - contextAfter;
  return {
    path,
    text: before + decoded,
    from: before.length,
    to,
    isLast,
    raw,
    rawFrom: from - value.from,
    isNested,
  };
}

/** Only JSON that is shown laid out counts, and only if it has escapes of its own. */
function* isNestedIn(text: Text, value: Value, decoded: string): Work<boolean> {
  if (value.kind !== Kind.string || !decoded.includes('\\')) return false;
  return (yield* formOf(text, value, true)) === 'laid-out';
}

/** Where indexes of a piece's text are in the source: code units from the start of the value. `indexes` ascend. */
export function sourceIndexes({ raw, rawFrom, from, isNested }: Piece, indexes: readonly number[]): number[] {
  const decoded = indexes.map((index) => index - from);
  const once = isNested ? rawIndexes(unescaped(raw), decoded) : decoded;
  return rawIndexes(raw, once).map((index) => index + rawFrom);
}
