import * as vscode from 'vscode';
import { State } from 'vscode-languageclient';
import {
  closeFileNotification,
  type FileProblem,
  type FileState,
  fileMessageRequest,
  fileProblemsRequest,
  fileStateRequest,
  openFileRequest,
  readFileNotification,
} from '../../server/viewProtocol/files';
import type { StartedClient } from './start';

/** Files that the server reads from the disk for views, because VS Code does not give extensions their text. */
export interface ViewedFiles extends vscode.Disposable {
  /** A file stays open until the last of its users is disposed of. */
  open(uri: vscode.Uri): void;
  /** Counts a user of a file that is open. */
  use(uri: vscode.Uri): vscode.Disposable;
  isOpen(uri: vscode.Uri): boolean;
  /** Resolves when the server has opened the file; false if it was not opened here. */
  ready(uri: vscode.Uri): Promise<boolean>;
  state(uri: vscode.Uri): Promise<FileState | null>;
  problems(uri: vscode.Uri): Promise<readonly FileProblem[] | null>;
  /** The message of a trajectory at a place. */
  messageAt(uri: vscode.Uri, place: FilePlace & { readonly trajectory: number }): Promise<number | null>;
  read(uri: vscode.Uri, how: 'cancel' | 'again'): void;
}

/** Counts from 0, in UTF-16 code units. */
interface FilePlace {
  readonly line: number;
  readonly character: number;
}

interface OpenedFile {
  readonly uri: vscode.Uri;
  readonly users: Set<vscode.Disposable>;
  /** The server's answer. */
  opened: Promise<boolean>;
}

export function viewedFiles({ client, ask, tell }: StartedClient): ViewedFiles {
  const files = new Map<string, OpenedFile>();
  const open = (uri: vscode.Uri): Promise<boolean> => {
    const opened = ask(openFileRequest, { uri: uri.toString(), path: uri.fsPath });
    // Whoever waits for it tells the user.
    opened.catch(() => {});
    return opened;
  };
  const restarts = client.onDidChangeState(({ newState }) => {
    if (newState !== State.Running) return;
    for (const file of files.values()) file.opened = open(file.uri);
  });
  return {
    open: (uri) => {
      if (!files.has(uri.toString())) files.set(uri.toString(), { uri, users: new Set(), opened: open(uri) });
    },
    use: (uri) => {
      const key = uri.toString();
      const users = files.get(key)?.users;
      const user = new vscode.Disposable(() => {
        if (users?.delete(user) !== true || users.size > 0) return;
        files.delete(key);
        tell(closeFileNotification, { uri: key });
      });
      users?.add(user);
      return user;
    },
    isOpen: (uri) => files.has(uri.toString()),
    ready: (uri) => files.get(uri.toString())?.opened ?? Promise.resolve(false),
    state: (uri) => ask(fileStateRequest, { uri: uri.toString() }),
    problems: (uri) => ask(fileProblemsRequest, { uri: uri.toString() }),
    messageAt: (uri, { trajectory, line, character }) =>
      ask(fileMessageRequest, { uri: uri.toString(), trajectory, position: { line, character } }),
    read: (uri, how) => tell(readFileNotification, { uri: uri.toString(), how }),
    dispose: () => restarts.dispose(),
  };
}
