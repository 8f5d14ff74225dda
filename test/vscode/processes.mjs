/**
 * Child processes and folders that never outlive this process. Each child leads its own process group;
 * the group is killed through its handle, at the end of this process, and on a signal to this process.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Windows has no process groups: there only the child itself is killed. */
const hasGroups = process.platform !== 'win32';
/** Leaders of the running groups. */
const groups = /** @type {Set<number>} */ (new Set());
/** Further synchronous steps at the end of this process. */
const lastSteps = /** @type {Set<() => void>} */ (new Set());

/**
 * @typedef {object} Child
 * @property {import('node:child_process').ChildProcess} process
 * @property {Promise<string>} ended How it ended, in words; resolves after all its output is read.
 * @property {() => Promise<void>} close Kills the whole group and waits for it.
 */

/**
 * Starts a command as the leader of a new process group. Its output is piped and must be read.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Child}
 */
export function start(command, args, options = {}) {
  guard();
  const child = spawn(command, args, { ...options, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid !== undefined) groups.add(pid);
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not start: ${error.message}`));
    child.once('close', (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with ${code}`));
  });
  const close = async () => {
    endGroup(pid, 'SIGTERM');
    const hung = setTimeout(() => endGroup(pid, 'SIGKILL'), 300_000);
    await ended;
    clearTimeout(hung);
    endGroup(pid, 'SIGKILL');
  };
  // A dead leader can leave children behind in its group, which have groups of their own to kill.
  child.once('exit', () => void close());
  return { process: child, ended, close };
}

/**
 * Resolves with the first match of a pattern in the child's output, and discards the rest. Rejects
 * with the whole output if the child ends first.
 *
 * @param {Child} child
 * @param {RegExp} pattern
 * @returns {Promise<RegExpExecArray>}
 */
export function printed(child, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    /** @param {Buffer} chunk */
    const read = (chunk) => {
      output += chunk;
      const match = pattern.exec(output);
      if (match === null) return;
      for (const stream of [child.process.stdout, child.process.stderr]) stream?.off('data', read).resume();
      resolve(match);
    };
    for (const stream of [child.process.stdout, child.process.stderr]) stream?.on('data', read);
    child.ended.then((end) => reject(new Error(`It ${end} before it was ready:\n${output}`)));
  });
}

/**
 * Makes a temporary folder, removed by `remove` or when this process ends.
 *
 * @param {string} prefix
 * @returns {Promise<{ path: string, remove: () => void }>}
 */
export async function temporaryFolder(prefix) {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 })) };
}

/**
 * Runs a step once: when the returned function is called, or at the latest when this process ends.
 *
 * @param {() => void} step
 * @returns {() => void}
 */
export function atEnd(step) {
  guard();
  lastSteps.add(step);
  return () => {
    if (lastSteps.delete(step)) step();
  };
}

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function endGroup(pid, signal) {
  if (pid === undefined || !groups.has(pid)) return;
  if (signal === 'SIGKILL') groups.delete(pid);
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch (error) {
    // The group has already ended.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

let guarded = false;

/** From the first child or folder on, makes this process clean up however it ends. */
function guard() {
  if (guarded) return;
  guarded = true;
  process.once('exit', () => {
    for (const pid of groups) endGroup(pid, 'SIGKILL');
    // In reverse, because later setups can depend on earlier ones.
    for (const step of [...lastSteps].reverse()) step();
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
