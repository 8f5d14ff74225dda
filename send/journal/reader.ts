import { join } from 'node:path';
import { blankLines } from './blank';
import { monthFiles, withFile } from './files';
import { type JournalRecord, parseRecord } from './records';

/** Reads a journal: its end at first, then only what was added since. */
export interface JournalReader {
  /** Every record that could be read so far, oldest first. */
  read(): Promise<readonly JournalRecord[]>;
  /** Files that could not be read, each with the reason. Sends in them are not known. */
  unreadable(): readonly string[];
  /** Whether there are older lines than those that were read. */
  isCut(): boolean;
  /**
   * Blanks everything up to where this has read, also what was too old to be read, except the sends with these ids.
   * What was added since stays, and so do files that could not be read.
   */
  forgetAllBut(ids: ReadonlySet<string>): Promise<void>;
}

/** What was read of the file of one month. */
interface MonthRead {
  /** Where reading began: lines before it are not known. */
  readonly from: number;
  /** Offset behind the last whole line. */
  readonly to: number;
  readonly records: readonly JournalRecord[];
}

const nothingRead: MonthRead = { from: 0, to: 0, records: [] };

/** How much is read at once at most, in bytes: more than 20,000 sends. It is the end of the journal. */
const maxBytesRead = 16 << 20;

/** Reads the journal in a folder. */
export function follow(folder: string): JournalReader {
  const months = new Map<string, MonthRead>();
  const unreadable = new Map<string, string>();
  const inOrder = () => [...months.keys()].sort();
  return {
    unreadable: () => [...unreadable.values()],
    isCut: () => [...months.values()].some(({ from }) => from > 0),
    read: async () => {
      let room = maxBytesRead;
      for (const file of [...(await monthFiles(folder))].reverse()) {
        const before = months.get(file) ?? nothingRead;
        try {
          const month = await readOn(join(folder, file), before, room);
          months.set(file, month);
          unreadable.delete(file);
          room -= Math.max(0, month.to - Math.max(before.to, month.from));
        } catch (error) {
          // Who has just written there finds that its own record is not read back.
          unreadable.set(file, `${file}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return inOrder().flatMap((file) => months.get(file)?.records ?? []);
    },
    forgetAllBut: async (ids) => {
      // From the end to the beginning: whatever is left of a send by a crash begins with its first record.
      for (const file of inOrder().reverse()) {
        const to = months.get(file)?.to ?? 0;
        if (!unreadable.has(file)) await blankLines(join(folder, file), { to, except: ids });
      }
    },
  };
}

/** Reads the lines of a file that were added, from its end as far as there is room; all when it is shorter than it was. */
function readOn(path: string, last: MonthRead, room: number): Promise<MonthRead> {
  return withFile(path, 'read', async (file, size) => {
    const before = size < last.to ? nothingRead : last;
    const start = Math.max(before.to, size - room);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const added = buffer.subarray(0, bytesRead);
    const lines = added.toString('utf8').split('\n').map(parseRecord);
    // A torn line at the end may still be written to: it is read again the next time.
    const torn = lines.at(-1) === null ? added.length - added.lastIndexOf('\n') - 1 : 0;
    const records = [...before.records, ...lines.filter((record) => record !== null)];
    const from = start > before.to ? start : before.from;
    return { from, to: start + added.length - torn, records };
  });
}
