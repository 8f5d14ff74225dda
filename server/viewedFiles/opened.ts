import type { CancellationToken } from 'vscode-languageserver';
import type { Work } from '../core/work';
import { runInSlices } from '../lsp/scheduling/slices';
import type { FileContext } from '../lsp/viewedFiles/files';
import { NotShown } from '../lsp/viewedFiles/notShown';
import type { FollowedFile } from './followedFile';

/** A file that views show. */
export interface Opened {
  readonly path: string;
  readonly name: string;
  readonly file: FollowedFile;
  readonly context: FileContext;
}

/** Throws if nothing of the file can be shown. */
export function rejectNotShown({ file, name }: Opened): void {
  const { status, reason } = file.state;
  if (file.isGone) throw new NotShown(`${name} is gone: it was moved or deleted.`);
  if (status === 'failed') throw new NotShown(`${name} cannot be read. ${reason}`);
}

/** Runs work in slices. Null if the file is replaced meanwhile, or the request is cancelled. */
export async function inSlices<Result>(
  { file, context: { lane } }: Opened,
  token: CancellationToken,
  start: () => Work<Result>,
): Promise<Result | null> {
  const { version } = file;
  const isWanted = (): boolean => !token.isCancellationRequested && file.version === version;
  const done = await runInSlices(start(), { lane, isWanted });
  return done?.result ?? null;
}
