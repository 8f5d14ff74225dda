import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { startServer } from './lsp/server';

declare const self: ConstructorParameters<typeof BrowserMessageReader>[0] &
  ConstructorParameters<typeof BrowserMessageWriter>[0];

const connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self));

// A message to oneself comes after those that are waiting, and without the delay of a timer.
const channel = new MessageChannel();
const callbacks: (() => void)[] = [];
channel.port1.addEventListener('message', () => callbacks.shift()?.());
channel.port1.start();

startServer(connection, {
  later: (callback) => {
    callbacks.push(callback);
    channel.port2.postMessage(null);
  },
});
