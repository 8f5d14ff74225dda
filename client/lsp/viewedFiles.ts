import type * as vscode from 'vscode';
import { State } from 'vscode-languageclient';
import {
  closeFileNotification,
  type FileProblem,
  type FileState,
  fileProblemsRequest,
  fileStateRequest,
  openFileRequest,
  readFileNotification,
} from '../../server/fileProtocol';
import type { StartedClient } from './start';

/** Files that the server reads from the disk for views, because VS Code does not give extensions their text. */
export interface ViewedFiles extends vscode.Disposable {
  open(uri: vscode.Uri): void;
  close(uri: vscode.Uri): void;
  isOpen(uri: vscode.Uri): boolean;
  /** Resolves when the server has opened the file; false if it was not opened here. */
  ready(uri: vscode.Uri): Promise<boolean>;
  state(uri: vscode.Uri): Promise<FileState | null>;
  problems(uri: vscode.Uri): Promise<readonly FileProblem[] | null>;
  read(uri: vscode.Uri, how: 'cancel' | 'again'): void;
}

export function viewedFiles({ client, ask }: StartedClient): ViewedFiles {
  /** Per URI, the server's answer. */
  const files = new Map<string, { readonly uri: vscode.Uri; opened: Promise<boolean> }>();
  const open = (uri: vscode.Uri): Promise<boolean> => {
    const opened = ask(openFileRequest, { uri: uri.toString(), path: uri.fsPath });
    // Whoever waits for it tells the user.
    opened.catch(() => {});
    return opened;
  };
  const tell: typeof client.sendNotification = async (...message: [never]) => {
    if (client.state === State.Running) await client.sendNotification(...message);
  };
  const restarts = client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) return;
    for (const file of files.values()) file.opened = open(file.uri);
  });
  return {
    open: (uri) => {
      if (!files.has(uri.toString())) files.set(uri.toString(), { uri, opened: open(uri) });
    },
    close: (uri) => {
      if (files.delete(uri.toString())) void tell(closeFileNotification, { uri: uri.toString() });
    },
    isOpen: (uri) => files.has(uri.toString()),
    ready: (uri) => files.get(uri.toString())?.opened ?? Promise.resolve(false),
    state: (uri) => ask(fileStateRequest, { uri: uri.toString() }),
    problems: (uri) => ask(fileProblemsRequest, { uri: uri.toString() }),
    read: (uri, how) => void tell(readFileNotification, { uri: uri.toString(), how }),
    dispose: () => restarts.dispose(),
  };
}
