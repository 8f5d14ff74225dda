import { constants, createReadStream, createWriteStream } from 'node:fs';
import { appendFile, type FileHandle, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMissing, removeFile, syncFile, syncFolder } from './disk';

const NEWLINE = 0x0a;
const BATCH = 1 << 20;

/**
 * Appends lines to a file, all of them or none, and resolves when they are on the disk.
 *
 * A file ends where its last finished append ended. Before the first byte of an append, a note beside the
 * file (`<file>.appending`) says where that is; the note goes when every line is flushed. Whatever ends the
 * process in between, {@link mendLines} finds the note and moves the unfinished part aside to `<file>.torn`.
 * Someone who reads the file during an append may see its first lines early.
 *
 * The caller makes sure that one file has one append at a time. Rejects with the system's error; the file is
 * then as it was, or the note is still there and the next append puts it right.
 */
export async function appendLines(path: string, lines: Iterable<string>, note: Note): Promise<void> {
  await mendLines(path, note);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT);
  try {
    const { size } = await file.stat();
    await announce(path, size);
    try {
      await writeLines(file, size, lines);
      await file.sync();
      await withdraw(path);
    } catch (error) {
      await file.truncate(size);
      await file.sync();
      await withdraw(path);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Where the service says what it found and did: one line of plain text. */
export type Note = (message: string) => void;

/**
 * Brings a file of lines back to whole lines: takes away what an interrupted append left behind, and a last
 * line that has no line break and is no JSON. Both are kept in `<file>.torn`. A file that does not exist is
 * whole.
 */
export async function mendLines(path: string, note: Note): Promise<void> {
  const file = await openExisting(path);
  try {
    const announced = await announcedSize(path);
    const { size } = file === null ? { size: 0 } : await file.stat();
    if (file !== null && announced !== null && announced < size) await cutOff(path, file, announced, note);
    if (announced !== null) await withdraw(path);
    if (file !== null) await endLastLine(path, file, note);
  } finally {
    await file?.close();
  }
}

function announcementOf(path: string): string {
  return `${path}.appending`;
}

async function announce(path: string, size: number): Promise<void> {
  const announcement = await open(announcementOf(path), 'w');
  try {
    await announcement.writeFile(`${size}\n`);
    await announcement.sync();
  } finally {
    await announcement.close();
  }
  await syncFolder(dirname(path));
}

async function withdraw(path: string): Promise<void> {
  await removeFile(announcementOf(path));
  await syncFolder(dirname(path));
}

/** A note that is not whole was never flushed, so its append had not begun. */
async function announcedSize(path: string): Promise<number | null> {
  try {
    const text = await readFile(announcementOf(path), 'latin1');
    return /^\d+\n$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Lines are gathered to about a megabyte, so that neither many short nor few long ones cost much. */
async function writeLines(file: FileHandle, from: number, lines: Iterable<string>): Promise<void> {
  let position = from;
  let batch: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(batch.join(''));
    await writeFully(file, bytes, position);
    position += bytes.length;
    batch = [];
    length = 0;
  };
  for (const line of lines) {
    batch.push(line, '\n');
    length += line.length + 1;
    if (length >= BATCH) await flush();
  }
  await flush();
}

async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * People open these files, and some editors save without the last line break. Such a line is whole and only
 * gets its end back; half a JSON value never parses.
 */
async function endLastLine(path: string, file: FileHandle, note: Note): Promise<void> {
  const { size } = await file.stat();
  const start = await startOfLastLine(file, size);
  if (start === size) return;
  const line = Buffer.alloc(size - start);
  await file.read(line, 0, line.length, start);
  if (isJson(line)) {
    await writeFully(file, Buffer.of(NEWLINE), size);
    await file.sync();
  } else {
    await cutOff(path, file, start, note);
  }
}

/** The offset after the last line break: the size of the file when its last line is ended. */
async function startOfLastLine(file: FileHandle, size: number): Promise<number> {
  const window = Buffer.alloc(Math.min(size, 1 << 16));
  for (let end = size; end > 0; ) {
    // The first look takes one byte, because a line break is nearly always there.
    const length = end === size ? 1 : Math.min(end, window.length);
    await file.read(window, 0, length, end - length);
    const found = window.subarray(0, length).lastIndexOf(NEWLINE);
    if (found >= 0) return end - length + found + 1;
    end -= length;
  }
  return 0;
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

/** Copies first and cuts then: a crash in between leaves the part in both places, never in none. */
async function cutOff(path: string, file: FileHandle, from: number, note: Note): Promise<void> {
  const torn = `${path}.torn`;
  await pipeline(createReadStream(path, { start: from }), createWriteStream(torn, { flags: 'a' }));
  await appendFile(torn, '\n');
  await syncFile(torn);
  await syncFolder(dirname(path));
  const { size } = await file.stat();
  await file.truncate(from);
  await file.sync();
  note(`${path}: moved ${size - from} bytes of an unfinished request to ${torn}`);
}
