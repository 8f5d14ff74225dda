import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import * as extension from './extension';
import type { Runtime } from './runtime';
import { registerSendCommands } from './send/sendCommands';
import { registerLocalService } from './service/localServiceCommands';
import { checkInTerminal, registerCheckTask } from './tasks/checkTask';

const runtime: Runtime = {
  createLanguageClient: (context, options) => {
    const module = context.asAbsolutePath('dist/cli/trajectory.js');
    const server = { module, args: ['lsp'], transport: TransportKind.stdio };
    return new LanguageClient('trajectory', 'Trajectory', server, options);
  },
  registerNodeParts: (context, shared) =>
    vscode.Disposable.from(
      registerSendCommands(context, shared),
      registerLocalService(context, shared),
      registerCheckTask(context.extensionUri),
    ),
  checkInTerminal,
  readsFiles: true,
};

/** Entry point in a Node extension host: desktop, remote, or the server of a browser window. */
export function activate(context: vscode.ExtensionContext): void {
  extension.activate(context, runtime);
}
