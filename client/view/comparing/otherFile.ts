import * as vscode from 'vscode';
import { inertText } from '../../../send/format/plainText';
import { displayName } from '../../documents/displayName';
import type { Moved } from '../../documents/moves';
import { showReason } from '../../notifications';
import { createDocumentBinding, type DocumentBinding } from '../documentBinding';
import { openIfLarge, viewedDocument } from '../viewedDocument';
import type { ToView } from '../viewMessages';
import type { ViewServices } from '../viewServices';
import { chooseFile } from './chooseFile';

/** The file that a view's document is compared with. */
export interface OtherFile extends vscode.Disposable {
  /** Null without one. */
  binding(): DocumentBinding | null;
  /** Asks the user for a file, and compares with it. */
  choose(): Promise<void>;
  /** Compares with a file by its URI, as stored by the page; null ends that. */
  compareWith(uri: string | null): Promise<void>;
  /** Follows the file to its new URI. */
  move(moved: Moved): void;
}

interface Dependencies {
  readonly services: ViewServices;
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: ToView) => void;
}

export function createOtherFile(dependencies: Dependencies, own: () => vscode.Uri): OtherFile {
  const { services, post } = dependencies;
  const { files } = services.requests;
  let binding: DocumentBinding | null = null;
  // Of several files that are being opened, the last one counts.
  let changes = 0;
  const bind = (uri: vscode.Uri | null) => {
    changes++;
    const before = binding;
    binding = uri === null ? null : createDocumentBinding({ ...dependencies, isOther: true }, uri);
    before?.dispose();
    if (uri === null) return;
    const name = nameBeside(own(), uri);
    post({ type: 'other', name, uri: uri.toString(), isFile: files.isOpen(uri) });
  };
  const open = async (uri: vscode.Uri, prepare: (uri: vscode.Uri) => Promise<unknown>) => {
    const change = ++changes;
    if (!(await openIfLarge(services, uri))) await prepare(uri);
    if (change === changes) bind(uri);
    // Nobody uses what was opened for it.
    else files.use(uri).dispose();
  };
  // VS Code closes documents without an editor after a while. The page asks again, which opens the file or says why not.
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (binding === null) return;
    const closed = uri.toString();
    if (closed === binding.uri.toString()) post({ type: 'changed', version: 0, isOther: true });
    else if (closed === own().toString()) post({ type: 'changed', version: 0 });
  });
  return {
    binding: () => binding,
    choose: async () => {
      try {
        const uri = await chooseFile(own());
        if (uri === null) return;
        await open(uri, viewedDocument);
      } catch (error) {
        showReason(error);
      }
    },
    // The page asks for the document, which opens it or says why not.
    compareWith: async (uri) =>
      uri === null ? bind(null) : open(vscode.Uri.parse(uri, true), async () => {}),
    move: (moved) => {
      const to = binding && moved(binding.uri);
      if (binding === null || to === null) return;
      if (files.isOpen(binding.uri)) files.open(to);
      bind(to);
    },
    dispose: () => {
      changes++;
      vscode.Disposable.from(closing, binding ?? closing).dispose();
    },
  };
}

/** The name of the other file; with its folder if both have the same. */
function nameBeside(own: vscode.Uri, uri: vscode.Uri): string {
  const name = displayName(uri);
  return name === displayName(own) ? inertText(uri.path.split('/').slice(-2).join('/'), 200) : name;
}
