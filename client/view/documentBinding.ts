import * as vscode from 'vscode';
import { panelShows } from '../documents/panels';
import { isMissing } from '../exists';
import type { ViewRequests } from '../lsp/viewRequests';
import { openDocument } from '../openDocument';
import { createEditorSync, type EditorSync, type ItemAtCursor } from './following/editorSync';
import { createFileText } from './following/fileText';
import { createPacing, type Pacing } from './following/pacing';
import { createRequestHandler, type RequestHandler } from './requestHandler';
import type { ToView } from './viewMessages';
import type { ViewServices } from './viewServices';

/** Connects a view to its document. Replaced when the document's URI changes. */
export interface DocumentBinding extends vscode.Disposable {
  readonly uri: vscode.Uri;
  readonly answer: RequestHandler;
  readonly text: EditorSync;
  /** Makes the page ask for what the document contains. */
  tellVersion(): void;
  /** The page shows the last version that it was told of. */
  followed(): void;
}

interface Dependencies {
  readonly services: ViewServices;
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: ToView) => void;
  /** The file that the view's document is compared with. */
  readonly isOther?: true;
}

export function createDocumentBinding(
  { services, panel, post, ...about }: Dependencies,
  uri: vscode.Uri,
): DocumentBinding {
  const { requests } = services;
  const show = (target: ItemAtCursor) => post({ type: 'show', ...target, ...about });
  const text = requests.files.isOpen(uri)
    ? createFileText({ requests, uri, panel })
    : createEditorSync({ services, uri, panel, show });
  const tell = (version: number) => post({ type: 'changed', version, ...about });
  const pacing = createPacing(tell);
  const listening = vscode.Disposable.from(
    requests.files.use(uri),
    text,
    about.isOther ? noPanel : panelShows(panel, uri),
    pacing,
    tellChanges(requests, uri, { tell, pacing }),
  );
  return {
    uri,
    answer: createRequestHandler(requests, uri),
    text,
    tellVersion: () => tell(openDocument(uri)?.version ?? 0),
    followed: pacing.followed,
    dispose: () => listening.dispose(),
  };
}

/** Only the view's own document counts as shown in its panel. */
const noPanel = new vscode.Disposable(() => {});

/** Reports when the page should query again: new version, new language, server restart, or discarded changes. */
function tellChanges(
  requests: ViewRequests,
  uri: vscode.Uri,
  { tell, pacing }: { readonly tell: (version: number) => void; readonly pacing: Pacing },
): vscode.Disposable {
  const key = uri.toString();
  const tellAll = () => tell(openDocument(uri)?.version ?? 0);
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === key) pacing.edited();
    }),
    requests.onDidAnalyze(({ uri, version }) => {
      if (uri === key) pacing.analyzed(version);
    }),
    requests.onDidStart(tellAll),
    vscode.workspace.onDidOpenTextDocument((document) => {
      if (document.uri.toString() === key) tellAll();
    }),
    whenDiscarded(uri, tellAll),
  );
}

/**
 * Calls back when a document is closed after changes that were not saved, or because its file was deleted: the page's
 * query opens what the file holds, or says why not. VS Code also closes documents without an editor after a while; such
 * a one is opened when it is needed.
 */
function whenDiscarded(uri: vscode.Uri, tell: () => void): vscode.Disposable {
  const key = uri.toString();
  // Not `isDirty` later: when a change is reported it can be false still, and closing may have reset it.
  let hasChanges = openDocument(uri)?.isDirty === true;
  let isFollowed = true;
  const { onDidChangeTextDocument, onDidSaveTextDocument, onDidCloseTextDocument } = vscode.workspace;
  return vscode.Disposable.from(
    onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && document.uri.toString() === key) hasChanges = true;
    }),
    onDidSaveTextDocument((document) => {
      if (document.uri.toString() === key) hasChanges = false;
    }),
    onDidCloseTextDocument(async (document) => {
      if (document.uri.toString() !== key) return;
      const isDiscarded = hasChanges;
      hasChanges = false;
      // Meanwhile, the view may have gone on to the new name of the file.
      if (isDiscarded || ((await isMissing(uri)) && isFollowed)) tell();
    }),
    new vscode.Disposable(() => {
      isFollowed = false;
    }),
  );
}
