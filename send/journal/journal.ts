import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncNames, withFile } from './files';
import { follow, type JournalReader } from './reader';
import { type JournalRecord, journalFile } from './records';

/** Where sends are written down: one JSON object a line, one file a month. Nothing in it ever moves. */
export interface Journal {
  /** Adds a record and waits until it is on disk. Throws when that is not possible. */
  append(record: JournalRecord): Promise<void>;
  /** Reads it from now on; each reader remembers how far it has come. */
  follow(): JournalReader;
}

/** A journal in a folder, which need not exist yet. Several processes may use the same one at once. */
export function openJournal(folder: string): Journal {
  return {
    append: (record) => append(join(folder, journalFile(record)), record),
    follow: () => follow(folder),
  };
}

async function append(path: string, record: JournalRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await withFile(path, 'append', async (file) => {
    // A line torn by a crash has no end; the break in front keeps this record whole behind it. One write
    // call with O_APPEND keeps the records of several windows apart.
    const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
    const { bytesWritten } = await file.write(line);
    if (bytesWritten !== line.length) throw new Error(`Only part of a journal record fitted into ${path}.`);
    await file.sync();
  });
  // A new file is only safe once its name is on disk too.
  await syncNames(dirname(path));
}
