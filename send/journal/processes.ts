import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** What is written down of a process, so that it is not taken for a later one that gets the same id. */
export interface ProcessIdentity {
  readonly process: number;
  /** When it started, where the system tells that, otherwise when the machine did: an ISO time. */
  readonly started?: string;
  /** Name of its machine: a home folder, and with it the journal, may be shared by several. */
  readonly host?: string;
  /** Which start of the machine it runs in, and when in it the process started. Only Linux tells, by no clock. */
  readonly boot?: string;
  readonly ticks?: number;
}

/** The trace of a process that is running on this machine. */
export function processIdentity(
  id: number,
): ProcessIdentity & { readonly started: string; readonly host: string } {
  const boot = bootId();
  const ticks = ticksOf(id);
  return {
    process: id,
    started: new Date(startOf(id)).toISOString(),
    host: hostname(),
    ...(boot === null || ticks === null ? {} : { boot, ticks }),
  };
}

/** Whether the process that left a trace is running on this machine. */
export function isAlive(trace: ProcessIdentity): boolean {
  const { process: id, started, boot, ticks } = trace;
  if (machineOf(trace) !== hostname() || !isRunning(id)) return false;
  if (boot !== undefined && bootId() !== null) return boot === bootId() && ticks === ticksOf(id);
  return started === undefined || Math.abs(startOf(id) - Date.parse(started)) < clockToleranceMs;
}

/** Seconds since this start of the machine, which no setting of the clock changes; null where it was another one. */
export function uptimeIn({ boot }: ProcessIdentity): number | null {
  return boot !== undefined && boot === bootId() ? uptime() : null;
}

/** Whether it may be running anywhere: from here nobody can tell of a process of another machine. */
export function mayBeRunning(trace: ProcessIdentity): boolean {
  return machineOf(trace) !== hostname() || isAlive(trace);
}

/** Whether two traces are of processes with one id on one machine. */
export function haveSameId(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.process === other.process && machineOf(one) === machineOf(other);
}

/** Where no machine was written down, it was this one. */
function machineOf({ host }: ProcessIdentity): string {
  return host ?? hostname();
}

/** A clock may be set while a process runs, and its start is reckoned from the clock. In milliseconds. */
const clockToleranceMs = 60_000;

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM says that it runs and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** In milliseconds since 1970. Where the system does not tell it of a process, it is that of the machine. */
function startOf(id: number): number {
  return Date.now() - uptime() * 1000 + (ticksOf(id) ?? 0) * 10;
}

/** Hundredths of a second from the machine's start to that of a process. */
function ticksOf(id: number): number | null {
  const status = readSystemFile(`/proc/${id}/stat`);
  // The 22nd field. The second is a name in brackets, which may hold anything.
  const ticks = Number(status?.slice(status.lastIndexOf(')')).split(' ')[20]);
  return Number.isFinite(ticks) ? ticks : null;
}

function bootId(): string | null {
  return readSystemFile('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

/** Null where there is no such file: on another system, or when the process has ended or may not be seen. */
function readSystemFile(path: string): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
