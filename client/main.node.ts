import type * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import * as extension from './extension';
import type { Runtime } from './ui/runtime';
import { registerSending } from './ui/sending';

const runtime: Runtime = {
  createLanguageClient: (context, options) => {
    const module = context.asAbsolutePath('dist/server/main.node.js');
    return new LanguageClient(
      'trajectory',
      'Trajectory Language Server',
      { module, transport: TransportKind.stdio },
      options,
    );
  },
  registerSending,
};

/** Called by VS Code in a Node extension host: desktop, remote, or a server behind a browser. */
export function activate(context: vscode.ExtensionContext): Promise<void> {
  return extension.activate(context, runtime);
}
