import { join } from 'node:path';
import { reasonOf } from '../format/errorReason';
import { blankLines } from './blank';
import { monthFiles, withFile } from './files';
import { type JournalRecord, parseRecord } from './records';

/** Reads a journal: first its end, later only what was added. */
export interface JournalReader {
  /** All records read so far, oldest first. */
  read(): Promise<readonly JournalRecord[]>;
  /** Unreadable files, each with the reason. Their sends are unknown. */
  unreadable(): readonly string[];
  /** Whether older lines were left unread. */
  isCut(): boolean;
  /**
   * Blanks everything up to the read position, including older lines left unread, except the sends with these ids.
   * Keeps lines added since, and unreadable files.
   */
  forgetAllBut(ids: ReadonlySet<string>): Promise<void>;
}

/** The read state of one monthly file. */
interface MonthRead {
  /** Offset where reading began: earlier lines are unknown. */
  readonly from: number;
  /** Offset after the last complete line. */
  readonly to: number;
  readonly records: readonly JournalRecord[];
}

const nothingRead: MonthRead = { from: 0, to: 0, records: [] };

/** Byte limit of one read, enough for more than 20,000 sends. The end of the journal has priority. */
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
          // Not fatal here: a writer notices that its own record cannot be read back.
          unreadable.set(file, `${file}: ${reasonOf(error)}`);
        }
      }
      return inOrder().flatMap((file) => months.get(file)?.records ?? []);
    },
    forgetAllBut: async (ids) => {
      // Backwards: what a crash leaves of a send then always starts with its first record.
      for (const file of inOrder().reverse()) {
        const to = months.get(file)?.to ?? 0;
        if (!unreadable.has(file)) await blankLines(join(folder, file), { to, except: ids });
      }
    },
  };
}

/** Reads the lines added to a file, from its end as far as `room` allows. Rereads a file that has become shorter. */
function readOn(path: string, last: MonthRead, room: number): Promise<MonthRead> {
  return withFile(path, 'read', async (file, size) => {
    const before = size < last.to ? nothingRead : last;
    const start = Math.max(before.to, size - room);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const added = buffer.subarray(0, bytesRead);
    const lines = added.toString('utf8').split('\n').map(parseRecord);
    // An incomplete last line may still be written to: read it again next time.
    const truncated = lines.at(-1) === null ? added.length - added.lastIndexOf('\n') - 1 : 0;
    const records = [...before.records, ...lines.filter((record) => record !== null)];
    const from = start > before.to ? start : before.from;
    return { from, to: start + added.length - truncated, records };
  });
}
