import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Live memory of this process: strings and objects (heap) and buffers (external). Unlike the RSS, it excludes
 * garbage, whose amount is up to V8 and differs from run to run.
 */
export function bytesInUse(): number {
  // Buffers are freed by the second collection after the one that found them.
  for (let times = 0; times < 3; times++) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
