import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

/** What is written down of a process, so that it is not taken for a later one that gets the same id. */
export interface ProcessTrace {
  readonly process: number;
  /** When it started, where the system tells that, otherwise when the machine did: an ISO time. */
  readonly started?: string;
}

/** The trace of a process that is running. */
export function traceOf(id: number): Required<ProcessTrace> {
  return { process: id, started: new Date(startOf(id)).toISOString() };
}

/** Whether the process that left a trace on this machine is running. */
export function isAlive({ process: id, started }: ProcessTrace): boolean {
  return isRunning(id) && (started === undefined || Math.abs(startOf(id) - Date.parse(started)) < TOLERANCE);
}

/** A clock may be set while a process runs, and its start is reckoned from the clock. In milliseconds. */
const TOLERANCE = 60_000;

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM says that it runs and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In milliseconds since 1970. */
function startOf(id: number): number {
  return Date.now() - uptime() * 1000 + sinceBoot(id);
}

/** Milliseconds from the machine's start to that of a process. Only Linux tells it; elsewhere it is 0. */
function sinceBoot(id: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    const status = readFileSync(`/proc/${id}/stat`, 'latin1');
    // The 22nd field, in hundredths of a second. The second is a name in brackets, which may hold anything.
    const hundredths = Number(status.slice(status.lastIndexOf(')')).split(' ')[20]);
    return Number.isFinite(hundredths) ? hundredths * 10 : 0;
  } catch {
    // It has ended in the meantime, or may not be seen. Then its machine is all that can be compared.
    return 0;
  }
}
