import type * as vscode from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';
import type { ClientServices } from './clientServices';

/** What differs between extension hosts (Node or web worker). */
export interface Runtime {
  /** Creates the language client without starting it. */
  readonly createLanguageClient: (
    context: vscode.ExtensionContext,
    options: LanguageClientOptions,
  ) => BaseLanguageClient;
  /**
   * Registers what needs Node: sending, its history, the local service. In a web worker, registers explanations
   * instead.
   */
  readonly registerNodeParts: (context: vscode.ExtensionContext, shared: ClientServices) => vscode.Disposable;
  /** Whether the language server can read files from the disk. */
  readonly readsFiles: boolean;
  /** Checks a file of any size on disk, in a terminal; null without Node. */
  readonly checkInTerminal: ((extension: vscode.Uri, file: vscode.Uri) => unknown) | null;
}
