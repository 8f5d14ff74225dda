import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { isAlive, type ProcessTrace, traceOf } from '../../send/journal/processes';
import type { Log } from '../log';

/** The training service that runs on this machine, one for all windows. */
export interface LocalService extends vscode.Disposable {
  /** Starts it, or gives the one that runs. Rejects with what it printed when it does not start. */
  start(): Promise<RunningService>;
  /** Ends the one that this window started; false when there is none. */
  stop(): Promise<boolean>;
}

export interface RunningService {
  readonly url: string;
  /** Its access token, or null when another window started it and keeps the token already. */
  readonly token: string | null;
}

interface Started extends RunningService {
  readonly child: ChildProcess;
}

/** What the window that started the service leaves for the others, and for the next start. */
interface Trace extends ProcessTrace {
  readonly url: string;
}

/** Makes a local service that is not started yet. */
export function createLocalService(context: vscode.ExtensionContext, log: Log): LocalService {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'local-service');
  const traceFile = vscode.Uri.joinPath(context.globalStorageUri, 'local-service.json').fsPath;
  let current: Promise<Started> | null = null;
  const launch = async (): Promise<Started> => {
    await mkdir(folder.fsPath, { recursive: true });
    const script = context.asAbsolutePath('dist/server/service.js');
    const started = await startService({ script, data: folder.fsPath, log }, await readTrace(traceFile));
    const trace: Trace = { url: started.url, ...traceOf(started.child.pid ?? 0) };
    await writeFile(traceFile, JSON.stringify(trace));
    return started;
  };
  return {
    start: async () => {
      const running = current && (await current);
      if (running !== null && hasNotEnded(running.child)) return { url: running.url, token: running.token };
      const other = await readTrace(traceFile);
      if (other !== null && isAlive(other)) return { url: other.url, token: null };
      current = launch();
      try {
        const { url, token } = await current;
        return { url, token };
      } catch (error) {
        current = null;
        throw error;
      }
    },
    stop: async () => {
      const running = current && (await current);
      current = null;
      if (running === null || !hasNotEnded(running.child)) return false;
      const ended = once(running.child, 'exit');
      running.child.kill();
      await ended;
      return true;
    },
    dispose: () => void current?.then(({ child }) => child.kill()),
  };
}

function hasNotEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Takes the port of last time where it is free, so that a service URL in the settings stays right. */
async function startService(
  { script, data, log }: { script: string; data: string; log: Log },
  lastTime: Trace | null,
): Promise<Started> {
  const token = randomBytes(24).toString('base64url');
  const open = async (port: string): Promise<Started> => {
    // The token goes through the environment, because other users can read a command line.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', TRAJECTORY_SERVICE_TOKEN: token };
    const args = [script, '--port', port, '--data', data];
    // The service ends with the channel, so it does not outlive this process however that ends.
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return { child, token, url: await readUrl(child, log) };
  };
  const port = lastTime === null ? '' : new URL(lastTime.url).port;
  if (port === '') return open('0');
  return open(port).catch(() => open('0'));
}

/** Waits for the line that names the URL. */
function readUrl(child: ChildProcess, log: Log): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^(https?:\/\/\S+)\n/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
      log.warn(`Local service: ${text.trimEnd()}`);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(complaint.trim() || `It ended with code ${code}.`)));
  });
}

async function readTrace(file: string): Promise<Trace | null> {
  try {
    const trace = JSON.parse(await readFile(file, 'utf8')) as Partial<Trace>;
    const { url, process, started, host } = trace;
    if (typeof url !== 'string' || !URL.canParse(url) || typeof process !== 'number') return null;
    return {
      url,
      process,
      ...(typeof started === 'string' ? { started } : {}),
      ...(typeof host === 'string' ? { host } : {}),
    };
  } catch {
    // Not there, or torn by a crash: the same as a first start.
    return null;
  }
}
