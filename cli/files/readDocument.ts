import type { LanguageId } from '../../server/core/schema/documentKind';
import type { Chunk } from '../../server/core/text/chunks';
import { type Text, textOfChunks } from '../../server/core/text/text';
import { Utf8Decoder } from '../../server/core/text/utf8';
import { rejectInvalid, Unreadable, unreadable } from '../../server/files/unreadable';
import type { Input } from './inputs';
import { openInput, type ReadOptions } from './openInput';

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

/** Code units that a text may have: it is kept in memory as a whole. */
const maxLength = 1_000_000_000;
/** More bytes are more code units: a code unit has at most three, and so has a byte order mark. */
const maxBytes = 3 * maxLength + 3;

/** Reads a document as a whole, or returns a sentence that says why it cannot be read. */
export async function readDocument(
  input: Input,
  options: ReadOptions,
): Promise<Source | { readonly message: string }> {
  try {
    const { language, name, isCompressed, blocks, close } = await openInput(input, options);
    if (!isCompressed && input.size > maxBytes) {
      await close();
      throw tooLong();
    }
    const { chunks, hasByteOrderMark } = await decode(blocks);
    return { text: textOfChunks(chunks), language, name, hasByteOrderMark, isCompressed };
  } catch (error) {
    return unreadable(error);
  }
}

async function decode(
  blocks: AsyncGenerator<Uint8Array>,
): Promise<{ readonly chunks: readonly Chunk[]; readonly hasByteOrderMark: boolean }> {
  const decoder = new Utf8Decoder();
  const chunks: Chunk[] = [];
  let length = 0;
  const add = (some: readonly Chunk[]): void => {
    rejectInvalid(decoder.invalid);
    for (const chunk of some) {
      length += chunk.units.length;
      chunks.push(chunk);
    }
    if (length > maxLength) throw tooLong();
  };
  for await (const block of blocks) add(decoder.decode(block));
  add(decoder.end());
  return { chunks, hasByteOrderMark: decoder.hasByteOrderMark };
}

function tooLong(): Unreadable {
  return new Unreadable('Longer than 1,000,000,000 characters. Split it into smaller files.');
}
