#!/usr/bin/env node
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ThreadRole } from '../server/ranges/workers';
import { isOwnProgram, ownPrograms } from './ownPrograms';

export { ownPrograms };

// Every module is loaded when it is needed: an editor waits for the language server.

/** Worker threads run the same bundle: what they do, by their role. */
const threads: Record<ThreadRole, (port: MessagePort) => Promise<void>> = {
  check: async (port) => (await import('./check/serveTasks')).serveTasks(port),
  view: async (port) => (await import('../server/viewedFiles/serveDisk')).serveDisk(port),
};

if (parentPort !== null) void threads[workerData as ThreadRole](parentPort);
// The programs in `bin` only import it.
else if (require.main === module) void run(process.argv[2]);

async function run(command: string | undefined): Promise<void> {
  if (isOwnProgram(command)) return ownPrograms[command](`trajectory ${command}`, process.argv.slice(3));
  return (await import('./commandLine')).runCommandLine();
}
