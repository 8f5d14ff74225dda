import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import * as vscode from 'vscode';
import { isAlive, type ProcessIdentity, processIdentity } from '../../send/journal/processes';
import type { Log } from '../log';
import { takeTurns } from '../takeTurns';
import { alone } from './alone';

/** The training service on this machine, shared by all windows. */
export interface LocalService extends vscode.Disposable {
  /** Starts the service, or returns the running one. Rejects with its output when it does not start. */
  start(): Promise<RunningService>;
  /** The URL of the running service, in this window or another; null when none runs. */
  runningUrl(): Promise<string | null>;
  /** The URL of the last service, if it has ended; null when one runs or there was none. */
  endedUrl(): Promise<string | null>;
  /** Stops the service that this window started; false when there is none. */
  stop(): Promise<boolean>;
}

export interface RunningService {
  readonly url: string;
  /** The access token. Null when another window started the service and has stored it already. */
  readonly token: string | null;
}

interface Started extends RunningService {
  readonly child: ChildProcess;
}

/** Milliseconds until a service on this machine has accepted a connection. */
const maxConnectMs = 5000;

/** Written by the window that started the service, for the other windows and the next start. */
interface Trace extends ProcessIdentity {
  readonly url: string;
}

/** Creates a local service without starting it. Disposing of it ends its process, even during the start. */
export function createLocalService(context: vscode.ExtensionContext, log: Log): LocalService {
  const data = vscode.Uri.joinPath(context.globalStorageUri, 'local-service').fsPath;
  const traceFile = vscode.Uri.joinPath(context.globalStorageUri, 'local-service.json').fsPath;
  const startFile = `${traceFile}.start`;
  const script = context.asAbsolutePath('dist/cli/trajectory.js');
  const life = new AbortController();
  const inTurn = takeTurns();
  let current: Started | null = null;
  const own = (): Started | null => (current !== null && isRunning(current.child) ? current : null);
  const runningUrl = async (): Promise<string | null> => {
    const trace = own() ?? (await aliveOf(await readTrace(traceFile)));
    return trace?.url ?? null;
  };
  const endedUrl = async (): Promise<string | null> => {
    const trace = await readTrace(traceFile);
    return trace === null || (await runningUrl()) !== null ? null : trace.url;
  };
  const start = async (): Promise<RunningService> => {
    const running = own();
    if (running !== null) return running;
    const started = await alone(startFile, startOrFind);
    if (started === null) throw new Error('Another window is starting it. Try again in a moment.');
    return started.result;
  };
  const startOrFind = async (): Promise<RunningService> => {
    const lastTime = await readTrace(traceFile);
    const other = await aliveOf(lastTime);
    if (other !== null) return { url: other.url, token: null };
    current = await startProcess({ script, data, log, signal: life.signal }, lastTime);
    const trace: Trace = { url: current.url, ...processIdentity(current.child.pid ?? 0) };
    await writeFile(traceFile, JSON.stringify(trace));
    return current;
  };
  const stop = async (): Promise<boolean> => {
    const child = current?.child;
    current = null;
    if (child === undefined || !isRunning(child)) return false;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    return true;
  };
  return {
    start: () => inTurn(start),
    runningUrl,
    endedUrl,
    stop: () => inTurn(stop),
    dispose: () => life.abort(),
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

interface ProcessOptions {
  readonly script: string;
  readonly data: string;
  readonly log: Log;
  /** Ends the process. */
  readonly signal: AbortSignal;
}

/** Reuses the previous port if it is free, so that a service URL in the settings stays valid. */
async function startProcess(options: ProcessOptions, lastTime: Trace | null): Promise<Started> {
  const { script, data, log, signal } = options;
  const token = randomBytes(24).toString('base64url');
  const open = async (port: string): Promise<Started> => {
    // The token is in the environment because other users can read command lines.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', TRAJECTORY_SERVICE_TOKEN: token };
    const args = [script, 'service', '--port', port, '--data', data];
    // The service exits when the IPC channel closes, so it never outlives this process.
    const child = spawn(process.execPath, args, { env, signal, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return { child, token, url: await readUrl(child, log) };
  };
  const port = lastTime === null ? '' : new URL(lastTime.url).port;
  if (port === '') return open('0');
  return open(port).catch(() => open('0'));
}

/** Waits for the output line with the URL. */
function readUrl(child: ChildProcess, log: Log): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^(https?:\/\/\S+)\n/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    let errorOutput = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = (errorOutput + text).slice(-2000);
      log.warn(`Local service: ${text.trimEnd()}`);
    });
    child.on('error', reject);
    child.once('exit', (code) => reject(new Error(errorOutput.trim() || `It ended with code ${code}.`)));
  });
}

/**
 * The trace, if its service runs. Where the system does not say when a process has started, another one may have the id
 * of a service that has ended: so it must listen, too.
 */
async function aliveOf(trace: Trace | null): Promise<Trace | null> {
  return trace !== null && isAlive(trace) && (await listens(new URL(trace.url))) ? trace : null;
}

/** Whether something on this machine accepts connections at the host and port of a URL. */
function listens({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const finish = (isListening: boolean) => () => {
      socket.destroy();
      resolve(isListening);
    };
    socket.setTimeout(maxConnectMs, finish(false)).on('connect', finish(true)).on('error', finish(false));
  });
}

async function readTrace(file: string): Promise<Trace | null> {
  try {
    const trace = JSON.parse(await readFile(file, 'utf8')) as Trace;
    return URL.canParse(trace.url) && typeof trace.process === 'number' ? trace : null;
  } catch {
    // Missing, or truncated by a crash: same as a first start.
    return null;
  }
}
