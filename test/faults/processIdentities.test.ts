import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { haveSameId, isAlive, mayBeRunning, processIdentity } from '../../send/journal/processes';

let children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
});

/** A process that does nothing until it is killed. */
async function startProcess() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  const kill = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { pid: child.pid ?? 0, kill };
}

const day = 86_400_000;

it('a process is alive from its start to its end', async () => {
  const { pid, kill } = await startProcess();
  const trace = processIdentity(pid);
  expect(isAlive(trace)).toBe(true);
  await kill();
  expect(isAlive(trace)).toBe(false);
});

it('a process does not count as alive if another one has its id, now or after a restart of the machine', async () => {
  const { pid } = await startProcess();
  const { started } = processIdentity(pid);
  const shifted = [-day, day].map((by) => new Date(Date.parse(started) + by).toISOString());
  expect(shifted.map((other) => isAlive({ process: pid, started: other }))).toEqual([false, false]);
});

it('a process that began in the same second as another one with its id is not that one', () => {
  const trace = processIdentity(process.pid);
  if (trace.ticks === undefined) return;
  expect([isAlive(trace), isAlive({ ...trace, ticks: trace.ticks - 1 })]).toEqual([true, false]);
});

it('a process without a recorded start is identified by its id alone', async () => {
  const { pid } = await startProcess();
  expect(isAlive({ process: pid })).toBe(true);
});

it('a process of another machine may be running, but is not running here', async () => {
  const { pid, kill } = await startProcess();
  const trace = processIdentity(pid);
  expect(trace.host).toBe(hostname());
  const there = { ...trace, host: `not-${trace.host}` };
  expect([isAlive(there), mayBeRunning(there), mayBeRunning(trace)]).toEqual([false, true, true]);
  await kill();
  expect([isAlive(there), mayBeRunning(there), mayBeRunning(trace)]).toEqual([false, true, false]);
});

it('the same id on another machine is another process', () => {
  const here = processIdentity(process.pid);
  expect(haveSameId(here, { process: process.pid })).toBe(true);
  expect(haveSameId(here, { ...here, host: `not-${here.host}` })).toBe(false);
  expect(haveSameId(here, { ...here, process: process.ppid })).toBe(false);
});

it.runIf(process.platform === 'linux')('the start of a process is its own, not that of the machine', () => {
  const began = Date.now() - process.uptime() * 1000;
  expect(Math.abs(Date.parse(processIdentity(process.pid).started) - began)).toBeLessThan(10_000);
});
