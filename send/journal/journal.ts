import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Operation, Outcome } from '../outcome';
import type { Grouping } from '../request/body';
import type { ProcessTrace } from './processes';

/** What the user agreed to send. */
export interface Intent {
  readonly operation: Operation;
  readonly modelId: string;
  readonly split: string | null;
  readonly documentUri: string;
  readonly configUri: string | null;
  readonly groups: number;
  readonly trajectories: number;
  /** What trajectories that were in no group became; absent where they were in groups, and in older journals. */
  readonly grouping?: Grouping;
}

/** What is being sent, and by whom. Neither the token nor the body is ever part of it. */
export interface PreparedRecord extends Intent, ProcessTrace {
  readonly state: 'prepared';
  readonly id: string;
  readonly time: string;
  readonly endpoint: string;
  readonly origin: string;
  /** The body is the document's whole text. */
  readonly verbatim: boolean;
  readonly bytes: number;
  readonly sha256: string;
  /** The time after which the process that sends it has certainly stopped sending. */
  readonly deadline: string;
  /** The same in seconds since the start of the machine, where `boot` tells which start that is. */
  readonly deadlineUptime?: number;
}

/** The next byte may leave this machine. */
export interface SentRecord {
  readonly state: 'sent';
  readonly id: string;
  readonly time: string;
}

/** What became of it. */
export interface EndRecord {
  readonly state: Outcome['status'];
  readonly id: string;
  readonly time: string;
  readonly outcome: Outcome;
}

export type JournalRecord = PreparedRecord | SentRecord | EndRecord;

/** Where sends are written down: one JSON object a line, one file a month. Nothing in it ever moves. */
export interface Journal {
  /** Adds a record and waits until it is on disk. Throws when that is not possible. */
  append(record: JournalRecord): Promise<void>;
  /** Reads it from now on; each reader remembers how far it has come. */
  follow(): JournalReader;
  /** Removes the sends with these ids, and lines that are no records. What others write meanwhile stays. */
  forget(ids: ReadonlySet<string>): Promise<void>;
}

/** Reads a journal: the whole of it at first, then only what was added since. */
export interface JournalReader {
  /** Every record that could be read so far, oldest first. */
  read(): Promise<readonly JournalRecord[]>;
  /** Files that could not be read, each with the reason. Sends in them are not known. */
  unreadable(): readonly string[];
}

/** A journal whose writes fail when they are not done in time, in milliseconds: a disk or a share may hang. */
export function withTimeLimit(journal: Journal, limit: number): Journal {
  const append = async (record: JournalRecord) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It took longer than ${limit / 1000} seconds.`)), limit);
    });
    await Promise.race([journal.append(record), late]).finally(() => clearTimeout(timer));
  };
  return { ...journal, append };
}

/** A journal in a folder, which need not exist yet. Several processes may use the same one at once. */
export function openJournal(folder: string): Journal {
  return {
    append: (record) => append(join(folder, journalFile(record)), record),
    follow: () => follow(folder),
    forget: async (ids) => {
      // From the end to the beginning: whatever is left of a send by a crash begins with its first record.
      for (const file of [...(await monthFiles(folder))].reverse()) await blank(join(folder, file), ids);
    },
  };
}

/** Name of the file that a record is written to: its month. */
export function journalFile({ time }: Pick<JournalRecord, 'time'>): string {
  return `${time.slice(0, 7)}.jsonl`;
}

async function append(path: string, record: JournalRecord): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await withFile(path, 'a', async (file) => {
    // A line torn by a crash has no end; the break in front keeps this record whole behind it. One write
    // call with O_APPEND keeps the records of several windows apart.
    const line = Buffer.from(`\n${JSON.stringify(record)}\n`);
    const { bytesWritten } = await file.write(line);
    if (bytesWritten !== line.length) throw new Error(`Only part of a journal record fitted into ${path}.`);
    await file.sync();
  });
  // A new file is only safe once its name is on disk too. Windows has no such call and does not need it.
  if (process.platform !== 'win32') await withFile(dirname(path), 'r', (folder) => folder.sync());
}

async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  // A new file is for its user only.
  const file = await open(path, flags, 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** What was read of the file of one month. */
interface MonthRead {
  /** Offset behind the last whole line. */
  readonly bytes: number;
  readonly records: readonly JournalRecord[];
}

function follow(folder: string): JournalReader {
  const months = new Map<string, MonthRead>();
  const unreadable = new Map<string, string>();
  return {
    unreadable: () => [...unreadable.values()],
    read: async () => {
      for (const file of await monthFiles(folder)) {
        try {
          months.set(file, await readOn(join(folder, file), months.get(file)));
          unreadable.delete(file);
        } catch (error) {
          // Who has just written there finds that its own record is not read back.
          unreadable.set(file, `${file}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return [...months.keys()].sort().flatMap((file) => months.get(file)?.records ?? []);
    },
  };
}

const nothingRead: MonthRead = { bytes: 0, records: [] };

/** How much of a month is read at most, in bytes: more than 20,000 sends. Of a longer file it is the end. */
const TAIL = 16 << 20;

/** Reads the lines of a file that were added; all of them when it is shorter than it was. */
function readOn(path: string, before: MonthRead = nothingRead): Promise<MonthRead> {
  return withFile(path, 'r', async (file) => {
    const { size } = await file.stat();
    const { bytes: known, records } = size < before.bytes ? nothingRead : before;
    const from = Math.max(known, size - TAIL);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const added = buffer.subarray(0, bytesRead);
    const lines = added.toString('utf8').split('\n').map(parseRecord);
    // A torn line at the end may still be written to: it is read again the next time.
    const torn = lines.at(-1) === null ? added.length - added.lastIndexOf('\n') - 1 : 0;
    const bytes = from + added.length - torn;
    return { bytes, records: [...records, ...lines.filter((record) => record !== null)] };
  });
}

/**
 * Puts blanks over lines. A file that is renamed, cut or written anew could lose what another window appends at
 * that moment, or change the order that decides which of two windows sends.
 */
function blank(path: string, ids: ReadonlySet<string>): Promise<void> {
  return withFile(path, 'r+', async (file) => {
    const bytes = await file.readFile();
    // Behind the last line break there may be a record that is just being written.
    let to = bytes.lastIndexOf('\n');
    while (to > 0) {
      const from = bytes.lastIndexOf('\n', to - 1) + 1;
      const record = parseRecord(bytes.toString('utf8', from, to));
      if (record === null || ids.has(record.id))
        await file.write(Buffer.alloc(to - from, ' '), 0, null, from);
      to = from - 1;
    }
    await file.sync();
  });
}

async function monthFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** A torn or foreign line is no record, and neither is one that lacks what is read of it. */
function parseRecord(line: string): JournalRecord | null {
  if (line.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord((value ?? {}) as Fields) ? (value as JournalRecord) : null;
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The texts that are read of an outcome. */
const OUTCOME_TEXTS = new Map<unknown, readonly string[]>([
  ['accepted', ['jobId']],
  ['logged', []],
  ['rejected', ['message']],
  ['failed', ['message']],
  ['unknown', ['message']],
  ['cancelled', []],
]);

function isRecord(value: Fields): boolean {
  if (!areAll('string', value, ['id', 'time', 'state'])) return false;
  const { state, outcome } = value;
  if (state === 'prepared') return isPrepared(value);
  return state === 'sent' || isOutcome((outcome ?? {}) as Fields);
}

function isOutcome(outcome: Fields): boolean {
  const { status } = outcome;
  const texts = OUTCOME_TEXTS.get(status);
  return texts !== undefined && areAll('string', outcome, texts);
}

function isPrepared(value: Fields): boolean {
  const { split, configUri } = value;
  const texts = ['operation', 'endpoint', 'origin', 'modelId', 'documentUri', 'sha256', 'deadline'];
  return (
    areAll('string', value, texts) &&
    areAll('number', value, ['process', 'groups', 'trajectories', 'bytes']) &&
    [split, configUri].every((text) => text === null || typeof text === 'string')
  );
}

function areAll(type: 'string' | 'number', value: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === type);
}
