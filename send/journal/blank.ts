import type { FileHandle } from 'node:fs/promises';
import { withFile } from './files';
import { parseRecord } from './records';

/** Bytes per block. Our records are never longer, so longer lines need not stay whole. */
const blockBytes = 1 << 20;

const newline = 10;
const space = 32;

/** The lines of a file to blank. */
interface Lines {
  /** End offset of the last line. */
  readonly to: number;
  /** Ids of the sends to keep. */
  readonly except: ReadonlySet<string>;
}

/**
 * Overwrites lines with spaces, last ones first. Renaming, truncating or rewriting the file could lose what another
 * window appends at that moment, or change the order that decides which of two windows sends.
 */
export function blankLines(path: string, { to, except }: Lines): Promise<void> {
  return withFile(path, 'change', async (file, size) => {
    let end = Math.min(to, size);
    while (end > 0) end = await blankBlock(file, end, except);
    await file.sync();
  });
}

/** Blanks the lines that begin in the block before `end`. Returns the start offset of the first one. */
async function blankBlock(file: FileHandle, end: number, except: ReadonlySet<string>): Promise<number> {
  const from = Math.max(0, end - blockBytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - from), 0, end - from, from);
  const block = buffer.subarray(0, bytesRead);
  const firstBreak = block.indexOf(newline);
  const isPartOfOne = firstBreak === -1 || firstBreak === block.length - 1;
  const begin = from === 0 || isPartOfOne ? 0 : firstBreak + 1;
  const lines = block.subarray(begin);
  await file.write(blanked(lines, except), 0, lines.length, from + begin);
  return from + begin;
}

/** The lines with everything blanked except line breaks and the sends to keep. */
function blanked(lines: Buffer, except: ReadonlySet<string>): Buffer {
  const result = Buffer.alloc(lines.length, space);
  for (let at = 0; at < lines.length; at++) if (lines[at] === newline) result[at] = newline;
  for (const id of except) {
    const text = JSON.stringify(id);
    for (let at = lines.indexOf(text); at !== -1; ) {
      const from = lines.lastIndexOf(newline, at) + 1;
      const to = endOfLine(lines, at);
      if (parseRecord(lines.toString('utf8', from, to))?.id === id) lines.copy(result, from, from, to);
      at = lines.indexOf(text, to);
    }
  }
  return result;
}

function endOfLine(lines: Buffer, at: number): number {
  const end = lines.indexOf(newline, at);
  return end === -1 ? lines.length : end;
}
