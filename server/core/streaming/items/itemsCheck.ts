import type { Engine } from '../../engine';
import type { Chunk } from '../../text/chunks';
import { Utf8Decoder } from '../../text/utf8';
import { DocumentCheck } from '../document/checkDocument';
import { LinesCheck } from '../lines/checkLines';
import type { LinesOptions } from '../lines/linesOptions';
import type { LinesPart } from '../lines/linesPart';
import type { StreamOptions } from '../streamOptions';
import type { Checked } from '../verdict';
import { DocumentItems } from './documentItems';
import { ItemList, type Items } from './itemList';
import { itemsOfLines } from './lineItems';
import { MarkList, type Marks } from './marks';

/** A range of JSON Lines, checked and read. Offsets and lines count from its start. */
export interface ItemsOfRange {
  readonly part: LinesPart;
  readonly items: Items;
  readonly marks: Marks;
}

/** Passes the bytes of a text on, some at a time. Bytes that are not UTF-8 become U+FFFD, as in editors. */
export type ReadBytes = (onBytes: (bytes: Uint8Array) => void) => void;

/** Checks a range of JSON Lines, and collects its trajectories. */
export function itemsOfRange(
  engine: Engine,
  options: LinesOptions,
  { isBare, read }: { readonly isBare: boolean; readonly read: ReadBytes },
): ItemsOfRange {
  const list = new ItemList(isBare);
  const marks = new MarkList();
  const check = new LinesCheck(engine, { ...options, onLines: itemsOfLines(list, engine.schemas) });
  decode(engine, { isAtStart: (options.before?.bytes ?? 0) === 0, read, marks, check });
  return { part: check.endOfPart(), items: list.take(), marks: marks.take() };
}

/** A document of one value, checked and read. */
export interface ItemsOfDocument {
  readonly checked: Checked;
  /** Whether what was passed on are its trajectories. */
  readonly hasItems: boolean;
}

/** Checks a document of one value. `onItems` receives its trajectories, some at a time, with the marks before them. */
export function itemsOfDocument(
  engine: Engine,
  options: StreamOptions,
  { onItems, read }: { readonly onItems: (items: Items, marks: Marks) => void; readonly read: ReadBytes },
): ItemsOfDocument {
  const marks = new MarkList();
  const items = new DocumentItems(engine, (some) => onItems(some, marks.take()));
  const check = new DocumentCheck(engine, { ...options, items });
  decode(engine, { isAtStart: true, read, marks, check });
  return { checked: check.end(), hasItems: items.areOfDocument };
}

/** Decodes a text and passes it on, with a mark before the bytes of each call. */
function decode(
  engine: Engine,
  {
    isAtStart,
    read,
    marks,
    check,
  }: {
    readonly isAtStart: boolean;
    readonly read: ReadBytes;
    readonly marks: MarkList;
    readonly check: Pick<LinesCheck | DocumentCheck, 'write' | 'pool'>;
  },
): void {
  const decoder = new Utf8Decoder({ isAtStart, kernel: engine.analyzer().decoder, pool: check.pool });
  const write = (chunks: readonly Chunk[]): void => {
    for (const chunk of chunks) {
      marks.add(chunk);
      check.write(chunk);
    }
  };
  read((bytes) => {
    marks.mark(decoder.taken);
    write(decoder.decode(bytes));
  });
  write(decoder.end());
}
