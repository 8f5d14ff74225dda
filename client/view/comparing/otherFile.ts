import * as vscode from 'vscode';
import { reasonOf } from '../../../send/format/errorReason';
import { inertText } from '../../../send/format/plainText';
import { displayName } from '../../documents/displayName';
import { showInfo } from '../../notifications';
import { createDocumentBinding, type DocumentBinding } from '../documentBinding';
import type { Moved } from '../moves';
import { viewedDocument } from '../viewedDocument';
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
  compareWith(uri: string | null): void;
  /** Follows the file to its new URI. */
  move(moved: Moved): void;
}

interface Dependencies {
  readonly services: ViewServices;
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: ToView) => void;
}

export function createOtherFile(dependencies: Dependencies, own: () => vscode.Uri): OtherFile {
  const { post } = dependencies;
  let binding: DocumentBinding | null = null;
  const bind = (uri: vscode.Uri | null) => {
    binding?.dispose();
    binding = uri === null ? null : createDocumentBinding({ ...dependencies, isOther: true }, uri);
    if (uri !== null) post({ type: 'other', name: nameBeside(own(), uri), uri: uri.toString() });
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
        await viewedDocument(uri);
        bind(uri);
      } catch (error) {
        showInfo(reasonOf(error));
      }
    },
    compareWith: (uri) => bind(uri === null ? null : vscode.Uri.parse(uri, true)),
    move: (moved) => {
      const to = binding && moved(binding.uri);
      if (to !== null) bind(to);
    },
    dispose: () => vscode.Disposable.from(closing, binding ?? closing).dispose(),
  };
}

/** The name of the other file; with its folder if both have the same. */
function nameBeside(own: vscode.Uri, uri: vscode.Uri): string {
  const name = displayName(uri);
  return name === displayName(own) ? inertText(uri.path.split('/').slice(-2).join('/'), 200) : name;
}
