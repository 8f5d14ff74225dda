import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/** The language server's diagnostics. Callers can add related messages to them. */
export interface PublishedDiagnostics extends vscode.Disposable {
  /** Middleware that receives what the server publishes. */
  readonly handle: NonNullable<Middleware['handleDiagnostics']>;
  /** The latest diagnostics of a document. */
  of(uri: string): readonly vscode.Diagnostic[];
  /** Marks diagnostics as also found by a service, with its messages as related information, replacing earlier marks. */
  add(uri: string, said: ReadonlyMap<vscode.Diagnostic, readonly string[]>): void;
  /** Fires with the URI when the server publishes a document's diagnostics. */
  readonly onDidPublish: vscode.Event<string>;
}

/** The source of diagnostics that a service found. */
export const serviceSource = 'trajectory service';

interface Published {
  readonly diagnostics: readonly vscode.Diagnostic[];
  /** Each diagnostic's related information from the server. */
  readonly related: readonly (vscode.DiagnosticRelatedInformation[] | undefined)[];
  /** Each diagnostic's source from the server. */
  readonly sources: readonly (string | undefined)[];
  readonly show: () => void;
  hasMore: boolean;
}

export function createPublishedDiagnostics(): PublishedDiagnostics {
  const documents = new Map<string, Published>();
  const publishing = new vscode.EventEmitter<string>();
  return {
    handle: (uri, diagnostics, next) => {
      const key = uri.toString();
      const related = diagnostics.map(({ relatedInformation }) => relatedInformation);
      const sources = diagnostics.map(({ source }) => source);
      const show = () => next(uri, [...diagnostics]);
      if (diagnostics.length === 0) documents.delete(key);
      else documents.set(key, { diagnostics, related, sources, show, hasMore: false });
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
        const source = published.sources[index] ?? '';
        diagnostic.source = said.has(diagnostic) ? `${source}, ${serviceSource}` : source;
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
