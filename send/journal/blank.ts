import type { FileHandle } from 'node:fs/promises';
import { withFile } from './files';
import { parseRecord } from './records';

/** Bytes that are looked at together. A line that is longer is no record of ours. */
const blockBytes = 1 << 20;

const newline = 10;
const space = 32;

/** Which lines of a file are blanked. */
interface Lines {
  /** Offset of the end of the last one. */
  readonly to: number;
  /** Ids of the sends that stay. */
  readonly except: ReadonlySet<string>;
}

/**
 * Puts blanks over lines, the last ones first. A file that is renamed, cut or written anew could lose what another
 * window appends at that moment, or change the order that decides which of two windows sends.
 */
export function blankLines(path: string, { to, except }: Lines): Promise<void> {
  return withFile(path, 'change', async (file, size) => {
    let end = Math.min(to, size);
    while (end > 0) end = await blankBlock(file, end, except);
    await file.sync();
  });
}

/** Blanks the lines that begin in the block before an offset, and gives the offset where the first of them begins. */
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

/** The same lines with blanks for everything but line breaks and what stays. */
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
