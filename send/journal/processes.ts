import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** What is written down of a process, so that it is not taken for a later one that gets the same id. */
export interface ProcessTrace {
  readonly process: number;
  /** When it started, where the system tells that, otherwise when the machine did: an ISO time. */
  readonly started?: string;
  /** Name of its machine: a home folder, and with it the journal, may be shared by several. */
  readonly host?: string;
}

/** The trace of a process that is running on this machine. */
export function traceOf(id: number): Required<ProcessTrace> {
  return { process: id, started: new Date(startOf(id)).toISOString(), host: hostname() };
}

/** Whether the process that left a trace is running on this machine. */
export function isAlive(trace: ProcessTrace): boolean {
  const { process: id, started } = trace;
  if (!isOfThisMachine(trace) || !isRunning(id)) return false;
  return started === undefined || Math.abs(startOf(id) - Date.parse(started)) < TOLERANCE;
}

/** Whether it may be running anywhere: from here nobody can tell of a process of another machine. */
export function mayBeRunning(trace: ProcessTrace): boolean {
  return !isOfThisMachine(trace) || isAlive(trace);
}

/** Whether two traces are of processes with one id on one machine. */
export function haveSameId(one: ProcessTrace, other: ProcessTrace): boolean {
  return one.process === other.process && machineOf(one) === machineOf(other);
}

function isOfThisMachine(trace: ProcessTrace): boolean {
  return machineOf(trace) === hostname();
}

/** Where no machine was written down, it was this one. */
function machineOf({ host }: ProcessTrace): string {
  return host ?? hostname();
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
