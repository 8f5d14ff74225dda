import type { CancellationToken } from 'vscode-languageserver';
import { indexAtOffset } from '../../../core/collection/lookup';
import type { Work } from '../../../core/work';
import { analyzedNotification } from '../../../viewProtocol/collection';
import type {
  closeFileNotification,
  FileProblem,
  FileState,
  fileMessageRequest,
  fileStateRequest,
  openFileRequest,
  readFileNotification,
} from '../../../viewProtocol/files';
import { traceOf } from '../../errorTrace';
import type { ServerContext } from '../../feature';
import type { Asked } from '../../params';
import { sourceOf } from './viewSources';

// Requests about files that views show: see `viewProtocol/files.ts`.

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

/** A position is looked up in its trajectory: of a file nothing else is in memory. */
export async function fileMessageAt(
  server: ServerContext,
  { uri, trajectory, position }: Asked<typeof fileMessageRequest>,
  token: CancellationToken,
): Promise<number | null> {
  return sourceOf(server, uri).about({ trajectories: [trajectory] }, token, function* (excerpt): Work<
    number | null
  > {
    const offset = excerpt.offsetOf(position);
    const found = offset === null ? null : yield* indexAtOffset(excerpt.document, offset);
    return found !== null && found.trajectory === excerpt.numberOf(trajectory) ? found.message : null;
  });
}

export function readFile({ files }: ServerContext, { uri, how }: Asked<typeof readFileNotification>): void {
  const file = files.find(uri);
  if (how === 'cancel') file?.cancel();
  else file?.readAgain();
}
