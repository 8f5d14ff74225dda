import { NotificationType, type Position, RequestType } from 'vscode-languageserver-protocol';

/**
 * Messages about files that the view reads from the disk, because editors do not give extensions their text. Declared
 * once for client and server. All requests of the view then work for the file's URI.
 */

/** Opens a file; false if this server cannot read files. A document that is open under the URI has priority. */
export const openFileRequest = new RequestType<
  { readonly uri: string; readonly path: string },
  boolean,
  void
>('trajectory/openFile');

export const closeFileNotification = new NotificationType<{ readonly uri: string }>('trajectory/closeFile');

/** What happened to the file since it was opened: the last change. */
export type FileChange = 'appended' | 'truncated' | 'replaced' | 'gone';

/** How far a file is read, and what was found in it. */
export interface FileState {
  /** The same as in responses of the view. */
  readonly version: number;
  /** Bytes. */
  readonly size: number;
  readonly read: number;
  readonly status: 'reading' | 'complete' | 'cancelled' | 'failed';
  /** Why reading failed, for the user. */
  readonly reason: string | null;
  readonly change: FileChange | null;
  /** Numbers of all problems: errors, warnings, information, hints. Null until all is read. */
  readonly counts: readonly [number, number, number, number] | null;
}

/** Null if no file is open under this URI. */
export const fileStateRequest = new RequestType<{ readonly uri: string }, FileState | null, void>(
  'trajectory/fileState',
);

/** A problem of a file. Line and character count from 0, in UTF-16 code units. */
export interface FileProblem {
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly line: number;
  readonly character: number;
  /** The trajectory that contains it; null if none does. */
  readonly trajectory: number | null;
}

/** The first problems, errors first. Null if no file is open under this URI, or it is not read yet. */
export const fileProblemsRequest = new RequestType<
  { readonly uri: string },
  readonly FileProblem[] | null,
  void
>('trajectory/fileProblems');

/** The message of a trajectory that contains a position; null also if it is in none. */
export const fileMessageRequest = new RequestType<
  { readonly uri: string; readonly trajectory: number; readonly position: Position },
  number | null,
  void
>('trajectory/fileMessage');

/** Stops reading a file, or reads it again from its start. */
export const readFileNotification = new NotificationType<{
  readonly uri: string;
  readonly how: 'cancel' | 'again';
}>('trajectory/readFile');
