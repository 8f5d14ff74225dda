import * as vscode from 'vscode';
import { boundedText } from '../../send/format/plainText';
import type { Body, DescribedSource, DocumentSnapshot } from '../../send/request/body';
import { findMarks, type ServiceMark } from '../../send/response/marks';
import type { ValidationError } from '../../send/response/validationErrors';
import type { PathLocation, PathSegment } from '../../server/protocol';
import type { LanguageServer } from '../lsp/languageServer';
import { type PublishedDiagnostics, serviceSource } from '../lsp/publishedDiagnostics';
import { diagnosticsByLine, matchingDiagnostic } from './matchingDiagnostic';
import { moveRange, type OffsetChange } from './moveRange';

/** The service's validation errors as diagnostics in the text that was sent. */
export interface ServiceDiagnostics extends vscode.Disposable {
  /** Records edits of the documents from now on. */
  follow(sources: readonly DescribedSource[]): FollowedEdits;
  /** Removes the validation errors of the documents. */
  clear(sources: readonly DescribedSource[]): void;
  /** Shows validation errors as diagnostics. Returns how many entries are shown: of a very long list, not all. */
  show(rejection: Rejection): Promise<number>;
  /** The validation errors of a document, at their current ranges. */
  foundIn(uri: vscode.Uri): readonly vscode.Diagnostic[];
  /** Fires when the validation errors of any document change. */
  readonly onDidChange: vscode.Event<void>;
}

export interface Rejection {
  readonly body: Body;
  readonly errors: readonly ValidationError[];
  readonly followed: FollowedEdits;
}

/** The edits of documents since their snapshots. */
export interface FollowedEdits extends vscode.Disposable {
  since(source: DocumentSnapshot): readonly OffsetChange[];
}

/** VS Code shows at most this many diagnostics per file. */
const maxDiagnostics = 1000;

/**
 * Shows validation errors in a diagnostic collection of their own. One disappears when its range is edited or sent
 * again.
 */
export function createServiceDiagnostics(
  server: LanguageServer,
  own: PublishedDiagnostics,
): ServiceDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('trajectory service');
  const marksByUri = new Map<string, readonly Known[]>();
  const changes = new vscode.EventEmitter<void>();
  const publish = (uri: string) => {
    const document = shownDocument(uri);
    const list = marksByUri.get(uri) ?? [];
    const alone = list.filter(({ isOwn }) => !isOwn);
    collection.set(vscode.Uri.parse(uri), document ? alone.map((one) => toDiagnostic(document, one)) : []);
    changes.fire();
  };
  // A diagnostic of ours at the same range absorbs the validation error.
  const compare = (uri: string) => {
    const [document, list] = [shownDocument(uri), marksByUri.get(uri)];
    if (document === undefined || list === undefined) return own.add(uri, new Map());
    const { known, said } = compareWith(own.of(uri), document, list);
    marksByUri.set(uri, known);
    publish(uri);
    own.add(uri, said);
  };
  const comparing = own.onDidPublish((uri) => {
    if (marksByUri.has(uri)) compare(uri);
  });
  const moving = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const uri = document.uri.toString();
    const list = marksByUri.get(uri);
    if (list === undefined || contentChanges.length === 0) return;
    marksByUri.set(uri, moveAll(list, contentChanges.map(toEdit)));
    publish(uri);
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (!marksByUri.delete(uri.toString())) return;
    collection.delete(uri);
    changes.fire();
  });
  return {
    follow: (sources) => followEdits(sources.map(({ source }) => source.uri)),
    clear: (sources) => {
      for (const { source } of sources) {
        marksByUri.delete(source.uri);
        collection.delete(vscode.Uri.parse(source.uri));
        compare(source.uri);
      }
      changes.fire();
    },
    show: async (rejection) => {
      let marked = 0;
      const found = await findMarks(rejection, (source, paths) => locate(server, source, paths));
      for (const [source, located] of found) {
        // The document was closed in the meantime.
        if (shownDocument(source.uri) === undefined) continue;
        const moved = moveAll(located, rejection.followed.since(source)).slice(0, maxDiagnostics);
        marksByUri.set(source.uri, moved);
        compare(source.uri);
        marked += moved.reduce((sum, { entries }) => sum + entries, 0);
      }
      return marked;
    },
    foundIn: (uri) => collection.get(uri) ?? [],
    onDidChange: changes.event,
    dispose: () => vscode.Disposable.from(moving, closing, comparing, collection, changes).dispose(),
  };
}

/** Locates paths. The server drops closed documents; a reopened one may still have the text that was sent. */
async function locate(
  server: LanguageServer,
  source: DocumentSnapshot,
  paths: readonly (readonly PathSegment[])[],
): Promise<readonly PathLocation[] | null> {
  const located = await server.locate(source, paths);
  if (located !== null) return located;
  // Without the document or the language server, the diagnostics go to the start: the user still sees them.
  const again = await describeAgain(server, vscode.Uri.parse(source.uri)).catch(() => null);
  return again?.source.text === source.text ? server.locate(again.source, paths) : null;
}

async function describeAgain(server: LanguageServer, uri: vscode.Uri): Promise<DescribedSource | null> {
  return server.describe(await vscode.workspace.openTextDocument(uri));
}

/** A validation error, and whether a diagnostic of ours absorbed it. That stays so while both move with the text. */
interface Known extends ServiceMark {
  readonly isOwn?: boolean;
}

/** Finds validation errors that our diagnostics report too, and the messages to add to each of those, perhaps none. */
function compareWith(
  own: readonly vscode.Diagnostic[],
  document: vscode.TextDocument,
  list: readonly Known[],
): { readonly known: readonly Known[]; readonly said: ReadonlyMap<vscode.Diagnostic, readonly string[]> } {
  const said = new Map<vscode.Diagnostic, string[]>();
  const at = diagnosticsByLine(own);
  const known = list.map((mark) => {
    const diagnostic = toDiagnostic(document, mark);
    const same = matchingDiagnostic(at(diagnostic.range), diagnostic.range, mark.error);
    if (same !== undefined) {
      // The same sentence is not repeated.
      const added = diagnostic.message === same.message ? [] : [`${serviceSource}: ${diagnostic.message}`];
      said.set(same, [...(said.get(same) ?? []), ...added]);
    }
    return { ...mark, isOwn: same !== undefined };
  });
  return { known, said };
}

function moveAll(list: readonly Known[], edits: readonly OffsetChange[]): readonly Known[] {
  return list.flatMap((mark) => {
    const moved = moveRange(mark, edits);
    return moved ? [{ ...mark, ...moved }] : [];
  });
}

function followEdits(uris: readonly string[]): FollowedEdits {
  const edits = new Map<string, OffsetChange[]>(uris.map((uri) => [uri, []]));
  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    edits.get(document.uri.toString())?.push(...contentChanges.map(toEdit));
  });
  return { since: ({ uri }) => edits.get(uri) ?? [], dispose: () => listener.dispose() };
}

function toEdit(change: vscode.TextDocumentContentChangeEvent): OffsetChange {
  return { offset: change.rangeOffset, removed: change.rangeLength, inserted: change.text.length };
}

function toDiagnostic(document: vscode.TextDocument, mark: ServiceMark): vscode.Diagnostic {
  const { from, to, error, needsPath } = mark;
  const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
  const path = needsPath ? `${boundedText(error.loc.join('.'), 200)}: ` : '';
  const diagnostic = new vscode.Diagnostic(range, `${path}${boundedText(error.message, 500)}`);
  diagnostic.source = serviceSource;
  if (error.type !== '') diagnostic.code = boundedText(error.type, 60);
  return diagnostic;
}

function shownDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}
