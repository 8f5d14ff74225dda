import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the memory of this process small: an editor keeps the server running for days. The heap may grow to twice what
 * is in use before garbage is collected, not to four times; and the space of new objects does not grow: most of ours
 * die at once.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--semi-space-growth-factor=1');
}
