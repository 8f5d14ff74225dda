import { Worker } from 'node:worker_threads';
import type { StartThread } from '../lsp/scheduling/thread';

/** A web worker's two functions, in a thread of Node. */
const asInBrowsers = `
const { parentPort } = require('node:worker_threads');
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on('message', (data) => globalThis.onmessage({ data }));
`;

/** Starts a thread of Node. It does not keep the process alive. */
export const startNodeThread: StartThread = (script, { onMessage, onError }) => {
  const worker = new Worker(asInBrowsers + script, { eval: true });
  worker.on('message', onMessage);
  worker.on('error', onError);
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
  };
};
