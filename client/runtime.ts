import type * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { ClientServices } from './clientServices';

/** What differs between extension hosts: a Node process, or a web worker. */
export interface Runtime {
  /** Makes the language client; starting it is left to the caller. */
  readonly createLanguageClient: (
    context: vscode.ExtensionContext,
    options: LanguageClientOptions,
  ) => BaseLanguageClient;
  /** Registers what needs Node: sending, its history, and the local service; in a web worker, what explains that. */
  readonly registerNodeParts: (context: vscode.ExtensionContext, shared: ClientServices) => vscode.Disposable;
}
