import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Held } from '../core/detection/lineSums';
import type { Engine } from '../core/engine';
import type { LanguageId } from '../core/schema/documentKind';
import type { Items } from '../core/streaming/items/itemList';
import {
  type ItemsOfDocument,
  type ItemsOfRange,
  itemsOfDocument,
  itemsOfRange,
} from '../core/streaming/items/itemsCheck';
import type { Marks } from '../core/streaming/items/marks';
import type { StreamOptions } from '../core/streaming/streamOptions';
import { Head, rejectBinary } from '../files/language';
import { readFlags } from '../files/readFlags';
import { declaredLanguage, formOf, headLength } from '../languageDetection';
import { type CheckedRange, heldBefore, type RangeTask } from '../ranges/checkRange';
import { type ByteRange, rangesOf, readRange } from '../ranges/ranges';

/** Work of a thread on a file. Plain data. */
export type DiskTask =
  | { readonly type: 'form'; readonly path: string; readonly name: string }
  | { readonly type: 'range'; readonly task: RangeTask; readonly isBare: boolean }
  | {
      readonly type: 'document';
      readonly path: string;
      readonly size: number;
      readonly options: StreamOptions;
    };

/** How a file has to be read. */
export interface FileForm {
  readonly language: LanguageId;
  /** What its lines hold, and ranges of them. */
  readonly held: Held | null;
  readonly ranges: readonly ByteRange[];
}

export type IndexedRange = CheckedRange & ItemsOfRange;

/** A part of the result for a document. */
export interface DocumentPart {
  readonly items: Items;
  readonly marks: Marks;
}

export type DiskResult = FileForm | IndexedRange | ItemsOfDocument;

/** What a task tells while it runs. */
export interface TaskEvents {
  readonly onBytes: (count: number) => void;
  readonly onPart: (part: DocumentPart) => void;
}

export function runDiskTask(engine: Engine, task: DiskTask, { onBytes, onPart }: TaskEvents): DiskResult {
  switch (task.type) {
    case 'form':
      return formOfFile(engine, task);
    case 'range':
      return indexRange(engine, task, onBytes);
    case 'document': {
      const { path, size, options } = task;
      return itemsOfDocument(engine, options, {
        read: reading(path, { from: 0, to: size }, onBytes),
        onItems: (items, marks) => onPart({ items, marks }),
      });
    }
  }
}

function indexRange(
  engine: Engine,
  { task: { path, range, held, full = [], options }, isBare }: Extract<DiskTask, { readonly type: 'range' }>,
  onBytes: TaskEvents['onBytes'],
): IndexedRange {
  const before = { held, bytes: range.from, full };
  const read = reading(path, range, onBytes);
  return { ...itemsOfRange(engine, { ...options, before }, { isBare, read }), invalid: null };
}

function reading(path: string, range: ByteRange, onBytes: TaskEvents['onBytes']) {
  return (take: (bytes: Uint8Array) => void) =>
    readRange(path, range, (bytes) => {
      take(bytes);
      onBytes(bytes.length);
      return true;
    });
}

/** Bytes of a range of lines: few, so that the first trajectories come soon. */
const rangeLength = 2 ** 23;
/** Bytes at the start that tell what lines hold. */
const maxHeadBytes = 2 ** 24;
/** Bytes at the start that tell whether a file is text. */
const maxStartBytes = 8192;

function formOfFile(engine: Engine, { path, name }: Extract<DiskTask, { readonly type: 'form' }>): FileForm {
  rejectBinary(startOf(path));
  const language = declaredLanguage('', name) ?? formOf(name, headOf(path));
  const one: FileForm = { language: 'trajectory', held: null, ranges: [] };
  if (language !== 'trajectory-jsonl') return { ...one, language };
  const options: StreamOptions = { language, name, limit: 1, hints: false };
  const held = heldBefore(engine, path, Math.min(statSync(path).size, maxHeadBytes), options);
  // A log request on one line, of any length.
  return held === 'request' ? one : { language, held, ranges: rangesOf(path, rangeLength) };
}

/** The first bytes of a file, which tell whether it is text. */
function startOf(path: string): Uint8Array {
  const fd = openSync(path, readFlags);
  try {
    const bytes = new Uint8Array(maxStartBytes);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}

/** The beginning of a file, as far as it tells whether lines follow. */
function headOf(path: string): string {
  const fd = openSync(path, readFlags);
  try {
    const head = new Head();
    const bytes = new Uint8Array(2 * headLength);
    for (let count = -1; count !== 0 && !head.isComplete; ) {
      count = readSync(fd, bytes, 0, bytes.length, null);
      head.add(bytes.subarray(0, count));
    }
    return head.text;
  } finally {
    closeSync(fd);
  }
}
