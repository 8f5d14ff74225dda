import { basename } from 'node:path';
import { binaryFormat } from '../../server/core/detection/binary';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { type Chunk, chunksOfString } from '../../server/core/text/chunks';
import { type Text, textOfChunks } from '../../server/core/text/text';
import { headLength } from '../../server/languageDetection';
import type { Input } from './inputs';
import { contentName, isGzipName, languageOf, languages } from './names';
import { readBytes, Unreadable } from './readBytes';
import { reasonOf } from './reason';
import { NotUtf8, Utf8Decoder } from './utf8';

/** A document as it was read. */
export interface Source {
  readonly text: Text;
  readonly language: LanguageId;
  /** Last segment of its path, without `.gz`; empty for standard input. */
  readonly name: string;
  /** Whether the file begins with a byte order mark, which `text` lacks. */
  readonly hasByteOrderMark: boolean;
  readonly isCompressed: boolean;
}

export interface ReadOptions {
  /** The language, whatever the name. */
  readonly as?: LanguageId | undefined;
  onBytes?(bytes: number): void;
}

/** Code units that a text may have: it is kept in memory as a whole. */
const maxLength = 1_000_000_000;

/** Reads a document, or returns a sentence that says why it cannot be read. */
export async function readDocument(
  input: Input,
  { as, onBytes = () => undefined }: ReadOptions,
): Promise<Source | { readonly message: string }> {
  try {
    const name = input.path === null ? '' : contentName(basename(input.path));
    const { chunks, head, hasByteOrderMark } = await decode(readBytes(input, onBytes));
    const language = as ?? languageOf(name, head);
    if (language === null) return { message: foreign(name) };
    const isCompressed = input.path !== null && isGzipName(input.path);
    return { text: textOfChunks(chunks), language, name, hasByteOrderMark, isCompressed };
  } catch (error) {
    if (error instanceof Unreadable) return { message: error.message };
    if (error instanceof NotUtf8) return { message: notUtf8(error) };
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { message: isGone ? 'The file no longer exists.' : reasonOf(error) };
  }
}

interface Decoded {
  readonly chunks: readonly Chunk[];
  readonly head: string;
  readonly hasByteOrderMark: boolean;
}

async function decode(blocks: AsyncGenerator<Uint8Array>): Promise<Decoded> {
  const decoder = new Utf8Decoder();
  const chunks: Chunk[] = [];
  const head = new Head();
  let length = 0;
  const add = (text: string): void => {
    head.add(text);
    length += text.length;
    if (length > maxLength)
      throw new Unreadable('Longer than 1,000,000,000 characters. Split it into smaller files.');
    for (const chunk of chunksOfString(text)) chunks.push(chunk);
  };
  let isFirst = true;
  for await (const block of blocks) {
    if (isFirst) rejectBinary(block);
    isFirst = false;
    add(decoder.write(block));
  }
  add(decoder.end());
  return { chunks, head: head.text, hasByteOrderMark: decoder.hasByteOrderMark };
}

/** Code units of a first line that are read to see whether others follow. */
const maxFirstLine = 16_000_000;

/** The beginning of a text, by which its language is recognized. */
class Head {
  text = '';
  private isBeyondLine = false;

  /** Reads more than an editor does:  the name may not tell JSON Lines from JSON. */
  add(piece: string): void {
    const isLong = this.text.length >= (this.isBeyondLine ? headLength : maxFirstLine);
    if (isLong) return;
    this.text += piece;
    this.isBeyondLine ||= /[\r\n]\s*\S/.test(piece);
  }
}

/** Rejects a file that is not text, and names its format. */
function rejectBinary(start: Uint8Array): void {
  const [a, b] = start;
  const isUtf16 = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const format = isUtf16
    ? 'UTF-16'
    : binaryFormat({ text: new TextDecoder().decode(start.subarray(0, 8000)) });
  if (format === null) return;
  if (format.startsWith('UTF-16'))
    throw new Unreadable('Encoded in UTF-16, but JSON is UTF-8. Convert it with `iconv -f UTF-16 -t UTF-8`.');
  throw new Unreadable(`This is ${format}, not text.`);
}

function notUtf8({ line, byte }: NotUtf8): string {
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  return `Not valid UTF-8: byte 0x${hex} on line ${line}.`;
}

function foreign(name: string): string {
  const what = name === '' ? '' : 'Not named like a trajectory file. ';
  return `${what}No trajectories found at its beginning. Specify its language with --as ${languages.join('|')}.`;
}
