import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/** What the language server has found in documents, to which others can add what they found at the same places. */
export interface PublishedDiagnostics extends vscode.Disposable {
  /** Takes what the server publishes. */
  readonly handle: NonNullable<Middleware['handleDiagnostics']>;
  /** The problems of a document, as they were published last. */
  of(uri: string): readonly vscode.Diagnostic[];
  /** Shows with problems of a document what is said of them elsewhere, instead of what was shown with them before. */
  add(uri: string, said: ReadonlyMap<vscode.Diagnostic, readonly string[]>): void;
  /** Fires when the server has published problems of a document. */
  readonly onDidPublish: vscode.Event<string>;
}

interface Published {
  readonly diagnostics: readonly vscode.Diagnostic[];
  /** What the server itself relates to each. */
  readonly related: readonly (vscode.DiagnosticRelatedInformation[] | undefined)[];
  readonly show: () => void;
  hasMore: boolean;
}

/** Keeps what the server publishes. */
export function createPublishedDiagnostics(): PublishedDiagnostics {
  const documents = new Map<string, Published>();
  const publishing = new vscode.EventEmitter<string>();
  return {
    handle: (uri, diagnostics, next) => {
      const key = uri.toString();
      const related = diagnostics.map(({ relatedInformation }) => relatedInformation);
      const show = () => next(uri, [...diagnostics]);
      if (diagnostics.length === 0) documents.delete(key);
      else documents.set(key, { diagnostics, related, show, hasMore: false });
      show();
      publishing.fire(key);
    },
    of: (uri) => documents.get(uri)?.diagnostics ?? [],
    add: (uri, said) => {
      const published = documents.get(uri);
      if (published === undefined || (said.size === 0 && !published.hasMore)) return;
      published.hasMore = said.size > 0;
      for (const [index, diagnostic] of published.diagnostics.entries()) {
        const more = (said.get(diagnostic) ?? []).map((message) => relatedTo(uri, diagnostic, message));
        const all = [...(published.related[index] ?? []), ...more];
        diagnostic.relatedInformation = all;
      }
      published.show();
    },
    onDidPublish: publishing.event,
    dispose: () => publishing.dispose(),
  };
}

function relatedTo(
  uri: string,
  { range }: vscode.Diagnostic,
  message: string,
): vscode.DiagnosticRelatedInformation {
  return new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.parse(uri), range), message);
}
