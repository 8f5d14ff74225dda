import { operations } from '../operations';
import type { Operation, Outcome } from '../outcome';
import type { Grouping } from '../request/grouping';
import type { ProcessIdentity } from './processes';

/** What the user confirmed. */
export interface Intent {
  readonly operation: Operation;
  readonly modelId: string;
  readonly split: string | null;
  readonly documentUri: string;
  readonly configUri: string | null;
  readonly groups: number;
  readonly trajectories: number;
  /** How trajectories without a group were grouped. Absent if there were none, and in older journals. */
  readonly grouping?: Grouping;
}

/** What is sent, and by which process. Never contains the token or the body. */
export interface PreparedRecord extends Intent, ProcessIdentity {
  readonly state: 'prepared';
  readonly id: string;
  readonly time: string;
  readonly endpoint: string;
  readonly origin: string;
  /** The body is the document's whole text. */
  readonly verbatim: boolean;
  readonly bytes: number;
  readonly sha256: string;
  /** After this time the sending process has certainly stopped. */
  readonly deadline: string;
  /** Same, in seconds since the boot that `boot` identifies. */
  readonly deadlineUptime?: number;
}

/** Written before the first byte may leave this machine. */
export interface SentRecord {
  readonly state: 'sent';
  readonly id: string;
  readonly time: string;
}

/** The outcome. */
export interface EndRecord {
  readonly state: Outcome['status'];
  readonly id: string;
  readonly time: string;
  readonly outcome: Outcome;
}

export type JournalRecord = PreparedRecord | SentRecord | EndRecord;

/** The file for a record, by month. */
export function journalFile({ time }: Pick<JournalRecord, 'time'>): string {
  return `${time.slice(0, 7)}.jsonl`;
}

/** Parses a line; null for a truncated or foreign one, or if a required field is missing or not known. */
export function parseRecord(line: string): JournalRecord | null {
  if (line.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(line);
    return isRecord((value ?? {}) as Fields) ? (value as JournalRecord) : null;
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Required string fields, by outcome. */
const outcomeTexts = new Map<unknown, readonly string[]>([
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
  if (!('outcome' in value)) return state === 'sent';
  return isOutcome((outcome ?? {}) as Fields);
}

function isOutcome(outcome: Fields): boolean {
  const { status } = outcome;
  const texts = outcomeTexts.get(status);
  return texts !== undefined && areAll('string', outcome, texts);
}

function isPrepared(value: Fields): boolean {
  const { split, configUri } = value;
  const texts = ['operation', 'endpoint', 'origin', 'modelId', 'documentUri', 'sha256', 'deadline'];
  return (
    Object.hasOwn(operations, String(value['operation'])) &&
    areAll('string', value, texts) &&
    areAll('number', value, ['process', 'groups', 'trajectories', 'bytes']) &&
    [split, configUri].every((text) => text === null || typeof text === 'string')
  );
}

function areAll(type: 'string' | 'number', value: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === type);
}
