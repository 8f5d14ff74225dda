import { readFile } from 'node:fs/promises';

/**
 * Sends a signal to an extension host. Throws if the process is not one, or was not started by this test's own
 * server: a journal can contain the id of a process that is long gone.
 */
export async function signalExtensionHost(pid: number, signal: NodeJS.Signals): Promise<void> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
  if (!command.includes('--type=extensionHost')) throw new Error(`${pid} is no extension host: ${command}`);
  if (!(await isDescendant(pid))) throw new Error(`${pid} is not an extension host of this test.`);
  process.kill(pid, signal);
}

/** Whether a process descends from this one. */
async function isDescendant(pid: number): Promise<boolean> {
  for (let ancestor = pid; ancestor > 1; ancestor = await parentOf(ancestor)) {
    if (ancestor === process.pid) return true;
  }
  return false;
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 0);
}
