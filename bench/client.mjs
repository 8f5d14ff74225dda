import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Starts a language server and speaks LSP with it over stdio. Does as little as possible: its own time is part of
 * every measurement, for both servers.
 */
export function connect(command, args, { withChannel = false } = {}) {
  const stdio = ['pipe', 'pipe', 'inherit', ...(withChannel ? ['ipc'] : [])];
  const child = spawn(command, args, { stdio });
  const waiting = new Map();
  const listeners = new Map();
  const ended = new Promise((resolve) => child.once('close', resolve));
  let nextId = 1;
  child.once('close', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${args[0]} has ended with code ${code}.`));
    waiting.clear();
  });
  // A dead server shows in its unanswered requests, not in the pipe.
  child.stdin.on('error', () => {});

  const send = (message) => {
    const body = Buffer.from(JSON.stringify(message));
    child.stdin.cork();
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
    child.stdin.uncork();
  };
  const notify = (method, params) => send({ jsonrpc: '2.0', method, params });
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      send({ jsonrpc: '2.0', id, method, params });
    });
  const receive = (message) => {
    if (message.method !== undefined) {
      listeners.get(message.method)?.(message.params);
      // Requests from servers (refresh, register, configuration) only need a response.
      if (message.id !== undefined) send({ jsonrpc: '2.0', id: message.id, result: null });
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(new Error(message.error.message));
  };
  child.stdout.on('data', framesTo(receive));

  return {
    child,
    notify,
    request,
    on: (method, listener) => listeners.set(method, listener),
    memory: () => memoryOf(child.pid),
    async end() {
      await request('shutdown', null);
      notify('exit');
      await ended;
    },
  };
}

/** A stream listener that calls back with each complete message. */
function framesTo(receive) {
  let pieces = [];
  let size = 0;
  let wanted = 0;
  return (piece) => {
    pieces.push(piece);
    size += piece.length;
    while (size >= wanted) {
      const bytes = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      const end = bytes.indexOf('\r\n\r\n');
      const from = end + 4;
      const length = end < 0 ? 0 : Number(/Content-Length: (\d+)/i.exec(bytes.latin1Slice(0, end))[1]);
      if (end < 0 || bytes.length < from + length) {
        pieces = [bytes];
        wanted = end < 0 ? bytes.length + 1 : from + length;
        return;
      }
      pieces = [bytes.subarray(from + length)];
      size = pieces[0].length;
      wanted = 1;
      receive(JSON.parse(bytes.utf8Slice(from, from + length)));
    }
  };
}

/** Current and peak memory of a process in MB; null if the system does not report it (Linux does). */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)[1]) / 1000;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}
