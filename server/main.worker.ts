import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { traceOf } from './lsp/errorTrace';
import { guardReader } from './lsp/messageGuard';
import { documentsInTurn } from './lsp/scheduling/documentTurns';
import type { StartThread } from './lsp/scheduling/thread';
import { startServer } from './lsp/server';

declare const self: DedicatedWorkerGlobalScope;

const writer = new BrowserMessageWriter(self);
// The protocol library handles one message per timer, too.
const inTurn = documentsInTurn(new BrowserMessageReader(self), (callback) => void setTimeout(callback));
const connection = createConnection(guardReader(inTurn, writer), writer);

// No state depends on an unawaited promise, so the server can continue.
self.addEventListener('unhandledrejection', ({ reason }) => {
  connection.console.error(`Unhandled promise rejection: ${traceOf(reason)}`);
});

// A message to ourselves queues behind pending messages and avoids the delay of a timer.
const channel = new MessageChannel();
const callbacks: (() => void)[] = [];
channel.port1.addEventListener('message', () => callbacks.shift()?.());
channel.port1.start();

startServer(connection, {
  schedule: (callback) => {
    callbacks.push(callback);
    channel.port2.postMessage(null);
  },
  startThread,
});

/** A worker started by this one. Its script comes from memory: this program does not know its own URL. */
function startThread(...[script, { onMessage, onError }]: Parameters<StartThread>): ReturnType<StartThread> {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  worker.addEventListener('message', ({ data }) => onMessage(data));
  worker.addEventListener('error', ({ message }) => onError(message));
  return {
    post: (message) => worker.postMessage(message),
    end: () => {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
