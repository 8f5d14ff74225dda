import { availableParallelism } from 'node:os';

/** The least that each thread checks, in bytes. */
const bytesPerThread = 8_000_000;
/** Bytes that one thread checks while others start and their code is optimized. */
const bytesOfStart = 250_000_000;

/**
 * The number of threads to check `bytes` with, at most `wanted`. If nothing is wanted, one per core, or only one if it is
 * done before the others would save time.
 */
export function threadsFor(
  bytes: number,
  wanted: number | undefined,
  cores = availableParallelism(),
): number {
  const saved = bytes * (1 - 1 / cores);
  if (wanted === undefined && saved < bytesOfStart) return 1;
  return Math.max(1, Math.min(wanted ?? cores, Math.ceil(bytes / bytesPerThread)));
}
