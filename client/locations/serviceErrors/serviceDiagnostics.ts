import * as vscode from 'vscode';
import type { Body, DescribedDocument, DescribedSource, DocumentSnapshot } from '../../../send/request/body';
import { findMarks } from '../../../send/response/marks';
import type { ValidationError } from '../../../send/response/validationErrors';
import type { PathLocation, PathSegment } from '../../../server/protocol';
import { watchCopies } from '../../documents/moves';
import type { LanguageServer } from '../../lsp/languageServer';
import type { PublishedDiagnostics } from '../../lsp/publishedDiagnostics';
import { isInTab, urisOf } from '../../lsp/tabs';
import { openDocument } from '../../openDocument';
import type { OffsetChange } from './moveRange';
import { watchRenamedMarks } from './renamedMarks';
import { compareWith, diagnosticOf, moveAll, noMerge, type ShownMark, toDiagnostic } from './shownMarks';

/** The service's validation errors as diagnostics in the text that was sent. */
export interface ServiceDiagnostics extends vscode.Disposable {
  /** Records edits of the documents from now on. */
  follow(sources: readonly DescribedSource[]): FollowedEdits;
  /** Removes the validation errors of the documents. */
  clear(sources: readonly DescribedSource[]): void;
  /** Shows validation errors as diagnostics. Returns how many entries are shown: of a very long list, not all. */
  show(rejection: Rejection): Promise<number>;
  /**
   * Shows validation errors about a file that is no document, at their lines, for as long as `isUnchanged` says so.
   * Returns how many are shown.
   */
  showInFile(
    uri: string,
    errors: readonly ErrorAtLine[],
    isUnchanged: () => Promise<boolean>,
  ): Promise<number>;
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

/** A validation error and the line that it is about, counted from zero. */
export interface ErrorAtLine {
  readonly error: ValidationError;
  readonly line: number;
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
  const marksByUri = new Map<string, readonly ShownMark[]>();
  /** Watchers of the files that have validation errors at lines: the lines are right until the file changes. */
  const watchers = new Map<string, vscode.Disposable>();
  /** Documents whose last tab was closed, which VS Code has not closed yet. *Reopen Editor With…* opens another tab. */
  const withoutTab = new Set<string>();
  const changes = new vscode.EventEmitter<void>();
  const publish = (uri: string) => {
    const document = withoutTab.has(uri) ? undefined : openDocument(uri);
    const list = marksByUri.get(uri) ?? [];
    const alone = list.filter(({ isOwn }) => !isOwn);
    collection.set(vscode.Uri.parse(uri), document ? alone.map((one) => toDiagnostic(document, one)) : []);
    changes.fire();
  };
  // A problem of ours at the same range absorbs the validation error, which absorbs our information there.
  const compare = (uri: string) => {
    const [document, list] = [openDocument(uri), marksByUri.get(uri)];
    if (document === undefined || list === undefined) return own.merge(uri, noMerge);
    const { known, merge } = compareWith(own.of(uri), document, list);
    marksByUri.set(uri, known);
    publish(uri);
    own.merge(uri, merge);
  };
  const comparing = own.onDidPublish((uri) => {
    if (marksByUri.has(uri)) compare(uri);
  });
  const unwatch = (uri: string) => {
    watchers.get(uri)?.dispose();
    return watchers.delete(uri);
  };
  const forget = (uri: vscode.Uri) => {
    const hadLines = unwatch(uri.toString());
    withoutTab.delete(uri.toString());
    if (!marksByUri.delete(uri.toString()) && !hadLines) return;
    collection.delete(uri);
    compare(uri.toString());
    changes.fire();
  };
  const moving = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    const uri = document.uri.toString();
    if (contentChanges.length === 0) return;
    if (watchers.has(uri)) return forget(document.uri);
    const list = marksByUri.get(uri);
    if (list === undefined) return;
    marksByUri.set(uri, moveAll(list, contentChanges.map(toEdit)));
    publish(uri);
  });
  // An untitled document is being saved. Must be registered after `moving`, which would move the marks by the text that
  // fills the file.
  const copying = watchCopies((untitled, file) => {
    const uri = file.uri.toString();
    const marks = marksByUri.get(untitled.uri.toString());
    if (marks === undefined || marksByUri.has(uri)) return;
    marksByUri.set(uri, marks);
    compare(uri);
  });
  const renaming = watchRenamedMarks(marksByUri, (uri, marks) => {
    marksByUri.set(uri, marks);
    compare(uri);
  });
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri));
  const changingTabs = vscode.window.tabGroups.onDidChangeTabs(({ closed, opened }) => {
    for (const uri of closed.flatMap(urisOf)) {
      if (isInTab(uri)) continue;
      if (!marksByUri.has(uri.toString())) forget(uri);
      else {
        withoutTab.add(uri.toString());
        publish(uri.toString());
      }
    }
    for (const uri of opened.flatMap(urisOf).map(String)) if (withoutTab.delete(uri)) publish(uri);
  });
  return {
    follow: (sources) => followEdits(sources.map(({ source }) => source.uri)),
    clear: (sources) => {
      for (const { source } of sources) {
        unwatch(source.uri);
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
        if (openDocument(source.uri) === undefined) continue;
        const moved = moveAll(located, rejection.followed.since(source)).slice(0, maxDiagnostics);
        marksByUri.set(source.uri, moved);
        // Its tab may have been closed meanwhile: the message counts what is listed.
        withoutTab.delete(source.uri);
        compare(source.uri);
        marked += moved.reduce((sum, { entries }) => sum + entries, 0);
      }
      return marked;
    },
    showInFile: async (uri, errors, isUnchanged) => {
      const shown = errors.slice(0, maxDiagnostics);
      if (shown.length === 0) return 0;
      const file = vscode.Uri.parse(uri);
      // An event may be late, and about a change before it was sent.
      const check = async (): Promise<boolean> => {
        const isSame = await isUnchanged();
        if (!isSame) forget(file);
        return isSame;
      };
      unwatch(uri);
      watchers.set(uri, onFileChange(file, check));
      collection.set(
        file,
        shown.map(({ error, line }) => diagnosticOf(error, new vscode.Range(line, 0, line, 1), true)),
      );
      changes.fire();
      return (await check()) ? shown.length : 0;
    },
    foundIn: (uri) => collection.get(uri) ?? [],
    onDidChange: changes.event,
    dispose: () => {
      for (const uri of [...watchers.keys()]) unwatch(uri);
      vscode.Disposable.from(
        moving,
        copying,
        renaming,
        closing,
        changingTabs,
        comparing,
        collection,
        changes,
      ).dispose();
    },
  };
}

/** Calls back when a file on disk may have been changed, replaced or deleted. */
function onFileChange(uri: vscode.Uri, onChange: () => unknown): vscode.Disposable {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  // A name may have characters that mean something in a pattern.
  const pattern = new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name.replace(/[*?[\]{}]/g, '?'));
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(
    watcher,
    ...[watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete].map((event) =>
      event(() => void onChange()),
    ),
  );
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

async function describeAgain(server: LanguageServer, uri: vscode.Uri): Promise<DescribedDocument | null> {
  return server.describe(await vscode.workspace.openTextDocument(uri));
}

function followEdits(uris: readonly string[]): FollowedEdits {
  const edits = new Map<string, OffsetChange[]>(uris.map((uri) => [uri, []]));
  const listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    edits.get(document.uri.toString())?.push(...contentChanges.map(toEdit));
  });
  return { since: ({ uri }) => edits.get(uri) ?? [], dispose: () => listener.dispose() };
}

function toEdit(change: vscode.TextDocumentContentChangeEvent): OffsetChange {
  const { rangeOffset: offset, rangeLength: removed, text } = change;
  return { offset, removed, inserted: text.length, isBlank: /^\s*$/.test(text) };
}
