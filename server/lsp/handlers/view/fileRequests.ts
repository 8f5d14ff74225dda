import type { RequestType } from 'vscode-languageserver';
import type { NotificationType } from 'vscode-languageserver-protocol';
import type {
  closeFileNotification,
  FileProblem,
  FileState,
  fileStateRequest,
  openFileRequest,
  readFileNotification,
} from '../../../fileProtocol';
import { analyzedNotification } from '../../../viewProtocol';
import { traceOf } from '../../errorTrace';
import type { ServerContext } from '../../feature';

// Requests about files that views show: see `fileProtocol.ts`.

type Asked<Request> =
  Request extends RequestType<infer Params, infer _Result, infer _Error>
    ? Params
    : Request extends NotificationType<infer Params>
      ? Params
      : never;

export function openFile(server: ServerContext, { uri, path }: Asked<typeof openFileRequest>): boolean {
  const { connection, engine, lanes, collections, files } = server;
  return files.open(uri, path, {
    engine,
    lane: lanes(uri),
    onChange: ({ version }) => void connection.sendNotification(analyzedNotification, { uri, version }),
    onReplaced: () => collections.close(uri),
    onFailure: (error) => connection.console.error(`${uri} could not be read: ${traceOf(error)}`),
  });
}

export function closeFile(
  { files, collections }: ServerContext,
  { uri }: Asked<typeof closeFileNotification>,
): void {
  files.close(uri);
  collections.close(uri);
}

export function fileStateOf(
  { files }: ServerContext,
  { uri }: Asked<typeof fileStateRequest>,
): FileState | null {
  return files.find(uri)?.state() ?? null;
}

export function fileProblemsOf(
  { files }: ServerContext,
  { uri }: Asked<typeof fileStateRequest>,
): readonly FileProblem[] | null {
  return files.find(uri)?.problems() ?? null;
}

export function readFile({ files }: ServerContext, { uri, how }: Asked<typeof readFileNotification>): void {
  const file = files.find(uri);
  if (how === 'cancel') file?.cancel();
  else file?.readAgain();
}
