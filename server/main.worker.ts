import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { traceOf } from './lsp/errorTrace';
import { guardReader } from './lsp/messageGuard';
import { startServer } from './lsp/server';

declare const self: DedicatedWorkerGlobalScope;

const writer = new BrowserMessageWriter(self);
const connection = createConnection(guardReader(new BrowserMessageReader(self), writer), writer);

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
});
