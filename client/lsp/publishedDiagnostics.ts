import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { openDocument } from '../openDocument';
import { earlierVersions } from './earlierVersions';
import { isInTab, urisOf } from './tabs';

/** What a service says about diagnostics. */
export interface Merge {
  /** Diagnostics that it found too, each with its messages, perhaps none. */
  readonly said: ReadonlyMap<vscode.Diagnostic, readonly string[]>;
  /** Diagnostics that are part of the service's own entries, and not shown. */
  readonly absorbed: ReadonlySet<vscode.Diagnostic>;
}

/** The language server's diagnostics. Callers can merge those of a service with them. */
export interface PublishedDiagnostics extends vscode.Disposable {
  /** Middleware that receives what the server publishes. */
  readonly handle: NonNullable<Middleware['handleDiagnostics']>;
  /** The latest diagnostics of a document. */
  of(uri: string): readonly vscode.Diagnostic[];
  /** Shows the diagnostics with a service's messages as related information, replacing earlier ones. */
  merge(uri: string, merge: Merge): void;
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
  readonly show: (diagnostics: readonly vscode.Diagnostic[]) => void;
  hasMore: boolean;
}

export function createPublishedDiagnostics(): PublishedDiagnostics {
  const documents = new Map<string, Published>();
  const publishing = new vscode.EventEmitter<string>();
  /** Documents whose last tab was closed, which VS Code has not closed yet. */
  const withoutTab = new Set<string>();
  const watchingTabs = vscode.window.tabGroups.onDidChangeTabs(({ closed, opened }) => {
    for (const uri of closed.flatMap(urisOf)) {
      if (isInTab(uri) || openDocument(uri) === undefined) continue;
      withoutTab.add(uri.toString());
      documents.get(uri.toString())?.show([]);
    }
    for (const key of opened.flatMap(urisOf).map(String)) {
      const published = withoutTab.delete(key) ? documents.get(key) : undefined;
      published?.show(published.diagnostics);
    }
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => withoutTab.delete(uri.toString()));
  return {
    handle: (uri, found, next) => {
      // Problems of an earlier version would be listed twice, and nobody can fix them.
      const diagnostics = earlierVersions.has(uri.scheme) ? [] : found;
      const key = uri.toString();
      const related = diagnostics.map(({ relatedInformation }) => relatedInformation);
      const sources = diagnostics.map(({ source }) => source);
      const show = (shown: readonly vscode.Diagnostic[]) => next(uri, withoutTab.has(key) ? [] : [...shown]);
      if (diagnostics.length === 0) documents.delete(key);
      else documents.set(key, { diagnostics, related, sources, show, hasMore: false });
      show(diagnostics);
      publishing.fire(key);
    },
    of: (uri) => documents.get(uri)?.diagnostics ?? [],
    merge: (uri, { said, absorbed }) => {
      const published = documents.get(uri);
      const hasMore = said.size > 0 || absorbed.size > 0;
      if (published === undefined || (!hasMore && !published.hasMore)) return;
      published.hasMore = hasMore;
      for (const [index, diagnostic] of published.diagnostics.entries()) {
        const more = (said.get(diagnostic) ?? []).map((message) => relatedTo(uri, diagnostic, message));
        const all = [...(published.related[index] ?? []), ...more];
        diagnostic.relatedInformation = all;
        const source = published.sources[index] ?? '';
        diagnostic.source = said.has(diagnostic) ? `${source}, ${serviceSource}` : source;
      }
      published.show(published.diagnostics.filter((one) => !absorbed.has(one)));
    },
    onDidPublish: publishing.event,
    dispose: () => vscode.Disposable.from(watchingTabs, closing, publishing).dispose(),
  };
}

function relatedTo(
  uri: string,
  { range }: vscode.Diagnostic,
  message: string,
): vscode.DiagnosticRelatedInformation {
  return new vscode.DiagnosticRelatedInformation(new vscode.Location(vscode.Uri.parse(uri), range), message);
}
