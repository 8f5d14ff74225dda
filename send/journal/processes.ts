import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Identifies a process across reuse of its id. */
export interface ProcessIdentity {
  readonly process: number;
  /** When the process started, or the machine if the system does not say: an ISO time. */
  readonly started?: string;
  /** Host name: a home folder, and with it the journal, may be shared by several machines. */
  readonly host?: string;
  /** Id of the machine's boot, and the process's start time within it. Linux only; independent of the clock. */
  readonly boot?: string;
  readonly ticks?: number;
}

/** The identity of a process that runs on this machine. */
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

/** Whether the process with this identity is running on this machine. */
export function isAlive(trace: ProcessIdentity): boolean {
  const { process: id, started, boot, ticks } = trace;
  if (machineOf(trace) !== hostname() || !isRunning(id)) return false;
  if (boot !== undefined && bootId() !== null) return boot === bootId() && ticks === ticksOf(id);
  return started === undefined || Math.abs(startOf(id) - Date.parse(started)) < clockToleranceMs;
}

/** Seconds since this boot, unaffected by clock changes; null if the identity is of another boot. */
export function uptimeIn({ boot }: ProcessIdentity): number | null {
  return boot !== undefined && boot === bootId() ? uptime() : null;
}

/** Whether the process may be running anywhere: processes of other machines cannot be checked. */
export function mayBeRunning(trace: ProcessIdentity): boolean {
  return machineOf(trace) !== hostname() || isAlive(trace);
}

/** Whether two identities have the same process id and machine. */
export function haveSameId(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.process === other.process && machineOf(one) === machineOf(other);
}

/** Identities without a host are of this machine. */
function machineOf({ host }: ProcessIdentity): string {
  return host ?? hostname();
}

/** Tolerance in milliseconds: start times are computed from the clock, which may be set while a process runs. */
const clockToleranceMs = 60_000;

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it runs and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time of a process, or of the machine if the system does not say, in milliseconds since 1970. */
function startOf(id: number): number {
  return Date.now() - uptime() * 1000 + (ticksOf(id) ?? 0) * 10;
}

/** Start of a process in hundredths of a second since boot. */
function ticksOf(id: number): number | null {
  const status = readSystemFile(`/proc/${id}/stat`);
  // Field 22. Field 2 is a name in parentheses, which may contain anything.
  const ticks = Number(status?.slice(status.lastIndexOf(')')).split(' ')[20]);
  return Number.isFinite(ticks) ? ticks : null;
}

function bootId(): string | null {
  return readSystemFile('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

/** Null on other systems, or when the process has ended or is not visible. */
function readSystemFile(path: string): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}
