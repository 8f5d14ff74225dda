import * as vscode from 'vscode';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type MessageTransports,
} from 'vscode-languageclient/browser';
import * as extension from './extension';
import { explainNoSending } from './noSending';
import type { Runtime } from './runtime';

const runtime: Runtime = {
  createLanguageClient: (context, options) => {
    const script = vscode.Uri.joinPath(context.extensionUri, 'dist/server/main.worker.js');
    return new LanguageClient('trajectory', 'Trajectory', () => connect(script), options);
  },
  registerNodeParts: explainNoSending,
  checkInTerminal: null,
  readsFiles: false,
};

/** Entry point in a web worker extension host, without Node. */
export function activate(context: vscode.ExtensionContext): void {
  extension.activate(context, runtime);
}

/**
 * VS Code replaces the global `Worker` class with a function, so the client's `instanceof` check fails: pass transports
 * instead.
 */
async function connect(script: vscode.Uri): Promise<MessageTransports> {
  const worker = await startWorker(script);
  return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
}

async function startWorker(script: vscode.Uri): Promise<Worker> {
  try {
    return new Worker(script.toString(true));
  } catch {
    // VS Code cannot start workers from scripts on a remote machine, but extensions can read them.
    const code = await vscode.workspace.fs.readFile(script);
    return new Worker(URL.createObjectURL(new Blob([new Uint8Array(code)], { type: 'text/javascript' })));
  }
}
