import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

type HandleDiagnostics = NonNullable<Middleware['handleDiagnostics']>;

/** New documents that the user has not edited yet. The gaps in their skeleton are not reported. */
export interface Untouched extends vscode.Disposable {
  /** Fills a new document and hides its diagnostics until the first edit. */
  fill(document: vscode.TextDocument, write: () => Thenable<unknown>): Promise<void>;
  /** Shows the diagnostics of a document: a command may be about to mention them. */
  reveal(document: vscode.TextDocument): void;
  /** Middleware that receives what the server publishes, and forwards it unless hidden. */
  readonly handle: HandleDiagnostics;
}

/** Hides the diagnostics of new documents, and forwards all others to `show`. */
export function createUntouched(show: HandleDiagnostics): Untouched {
  const untouched = new Map<string, { isFilled: boolean; publish: () => void }>();
  const reveal = ({ uri }: vscode.TextDocument) => {
    const held = untouched.get(uri.toString());
    if (held === undefined || !held.isFilled) return;
    untouched.delete(uri.toString());
    held.publish();
  };
  const changed = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) reveal(document);
  });
  const closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => untouched.delete(uri.toString()));
  return {
    fill: async ({ uri }, write) => {
      const held = { isFilled: false, publish: () => {} };
      untouched.set(uri.toString(), held);
      try {
        await write();
      } finally {
        held.isFilled = true;
      }
    },
    reveal,
    handle: (uri, diagnostics, next) => {
      const held = untouched.get(uri.toString());
      if (held === undefined) return show(uri, diagnostics, next);
      held.publish = () => show(uri, diagnostics, next);
      show(uri, [], next);
    },
    dispose: () => vscode.Disposable.from(changed, closed).dispose(),
  };
}
