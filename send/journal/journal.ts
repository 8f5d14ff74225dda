import { dirname, join } from 'node:path';
import { makeFolder, syncNames, withFile } from './files';
import { follow, type JournalReader } from './reader';
import { type JournalRecord, journalFile } from './records';

/** The journal of sends: JSON Lines, one file per month, append-only; nothing in it ever moves. */
export interface Journal {
  /** Appends a record and waits until it is on disk. Throws when it cannot. */
  append(record: JournalRecord): Promise<void>;
  /** Creates a reader. Each reader remembers its position. */
  follow(): JournalReader;
}

/** Opens the journal in a folder, which may not exist yet. Several processes can use it at once. */
export function openJournal(folder: string): Journal {
  return {
    append: (record) => append(join(folder, journalFile(record)), record),
    follow: () => follow(folder),
  };
}

async function append(path: string, record: JournalRecord): Promise<void> {
  await makeFolder(dirname(path));
  await withFile(path, 'append', async (file) => {
    // A crash can leave a line without an end; the leading line break keeps this record intact. A single write with
    // O_APPEND keeps records of several windows apart.
    const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
    const { bytesWritten } = await file.write(line);
    if (bytesWritten !== line.length)
      throw new Error(`Only part of a history record could be written to ${path}.`);
    await file.sync();
  });
  // A new file is only safe once its folder entry is on disk.
  await syncNames(dirname(path));
}
