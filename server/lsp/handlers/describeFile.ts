import { type CancellationToken, ErrorCodes, ResponseError } from 'vscode-languageserver';
import { declaredLanguage } from '../../languageDetection';
import { describeFileProgress, type describeFileRequest } from '../../protocol';
import type { DescribedFile } from '../describedFile';
import type { ServerContext } from '../feature';
import type { Asked } from '../params';

/** Progress is sent when it has grown by this share. */
const leastProgress = 0.01;

export async function describeFileAt(
  server: ServerContext,
  { path, language, progress }: Asked<typeof describeFileRequest>,
  token: CancellationToken,
): Promise<DescribedFile | ResponseError<void>> {
  const { connection, lanes, engine, describeFile } = server;
  if (describeFile === null)
    return new ResponseError(ErrorCodes.InvalidRequest, 'This server has no access to files.');
  let sent = 0;
  return describeFile(engine, path, {
    language: declaredLanguage(language ?? '', '') ?? undefined,
    pause: async () => {
      await new Promise<void>((resolve) => lanes(path)(resolve));
      return !token.isCancellationRequested && !server.isEnding;
    },
    onProgress: (share) => {
      if (share < sent + leastProgress) return;
      sent = share;
      void connection.sendProgress(describeFileProgress, progress, share);
    },
  });
}
