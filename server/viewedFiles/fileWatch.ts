import { unwatchFile, watchFile } from 'node:fs';

/** Milliseconds between two looks at a file. Also works on network file systems, which tell nothing by themselves. */
const interval = 500;

/** Calls back when a file changes, appears or disappears. Returns a function that ends it. */
export function watch(path: string, onChange: () => void): () => void {
  watchFile(path, { interval, persistent: false }, onChange);
  return () => unwatchFile(path, onChange);
}
