import { basename } from 'node:path';
import { binaryFormat } from '../../server/core/detection/binary';
import type { LanguageId } from '../../server/core/schema/documentKind';
import { headLength } from '../../server/languageDetection';
import type { Input } from './inputs';
import { contentName, languageOf, languages } from './names';
import { type Content, openBytes } from './readBytes';
import { Unreadable } from './unreadable';

/** An input whose language is known. */
export interface OpenedInput extends Content {
  readonly language: LanguageId;
  /** Last segment of its path, without `.gz`; empty for standard input. */
  readonly name: string;
}

export interface ReadOptions {
  /** The language, whatever the name. */
  readonly as?: LanguageId | undefined;
  /** Called with numbers of bytes that were read from the disk. */
  onBytes?(bytes: number): void;
}

/** Opens an input, and reads as much of it as tells its language. Throws `Unreadable` if it is not text of ours. */
export async function openInput(
  input: Input,
  { as, onBytes = () => undefined }: ReadOptions,
): Promise<OpenedInput> {
  const name = input.path === null ? '' : contentName(basename(input.path));
  const content = await openBytes(input, onBytes);
  try {
    const { language, read, isBlank } = await languageIn(content.blocks, name, as);
    // JSON Lines may have no line; JSON has a value.
    if (isBlank && language !== 'trajectory-jsonl') throw new Unreadable('There is nothing in it.');
    if (language === null) throw new Unreadable(foreign(name));
    return { ...content, language, name, blocks: continued(read, content.blocks) };
  } catch (error) {
    await content.close();
    throw error;
  }
}

interface Beginning {
  readonly language: LanguageId | null;
  /** The blocks that were read to find out. */
  readonly read: readonly Uint8Array[];
  /** Whether the text ended, and nothing but white space was in it. */
  readonly isBlank: boolean;
}

/** What the beginning of a text tells of it. */
async function languageIn(
  blocks: AsyncGenerator<Uint8Array>,
  name: string,
  as: LanguageId | undefined,
): Promise<Beginning> {
  const head = new Head();
  const read: Uint8Array[] = [];
  let language = as ?? languageOf(name, '');
  let isAtEnd = false;
  const isUnclear = (): boolean => language === null || (language !== 'trajectory-jsonl' && head.isBlank);
  while (read.length === 0 || (isUnclear() && !head.isComplete)) {
    const next = await blocks.next();
    if (next.done === true) {
      isAtEnd = true;
      break;
    }
    if (read.length === 0) rejectBinary(next.value);
    read.push(Uint8Array.from(next.value));
    head.add(next.value);
  }
  language ??= languageOf(name, head.text);
  return { language, read, isBlank: isAtEnd && head.isBlank };
}

async function* continued(
  read: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* read;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Code units of a first line that are read to see whether others follow. */
const maxFirstLine = 16_000_000;

/** The beginning of a text, by which its language is recognized. */
class Head {
  text = '';
  /** Whether it has nothing but the white space of JSON. */
  isBlank = true;
  private readonly decoder = new TextDecoder();
  private isBeyondLine = false;

  /** Reads more than an editor does: the name may not tell JSON Lines from JSON. */
  add(bytes: Uint8Array): void {
    const piece = this.decoder.decode(bytes, { stream: true });
    this.text += piece;
    this.isBlank &&= /^[ \t\r\n]*$/.test(piece);
    const lineEnd = piece.search(/[\r\n]/);
    // Not one pattern: from each of many empty lines it would search again.
    this.isBeyondLine ||= lineEnd >= 0 && /\S/.test(piece.slice(lineEnd));
  }

  get isComplete(): boolean {
    return this.text.length >= (this.isBeyondLine ? headLength : maxFirstLine);
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

function foreign(name: string): string {
  const what = name === '' ? '' : 'Not named like a trajectory file. ';
  return `${what}No trajectories found at its beginning. Specify its language with --as ${languages.join('|')}.`;
}
