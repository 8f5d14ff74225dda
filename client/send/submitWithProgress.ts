import * as vscode from 'vscode';
import { traceOf } from '../../send/format/errorTrace';
import { inertText } from '../../send/format/plainText';
import { progressMessage } from '../../send/format/progress';
import { type SubmitResult, submit } from '../../send/submit';
import type { Confirmed, Plan } from './confirm';
import type { SendServices } from './sendServices';
import { proxyLeavesOwnAgents, timeLimits } from './transportSettings';

/** Submits a confirmed request with a cancellable progress notification, and updates the status bar. */
export async function submitWithProgress(
  services: SendServices,
  { operation, reader, confirmed }: Plan & { readonly confirmed: Confirmed },
): Promise<SubmitResult> {
  const { submission, acknowledged } = confirmed;
  const { endpoint, digest: size } = submission;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: inertText(operation.progressTitle(endpoint.url.host), 300),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => abort.abort());
    let shown = 0;
    const result = await submit(submission, {
      journal: services.journal,
      reader,
      readToken: (origin) => services.tokens.read(origin),
      limits: timeLimits(),
      useGlobalAgent: proxyLeavesOwnAgents(),
      signal: abort.signal,
      acknowledged,
      onPrepared: (entry) => services.status.show(entry, () => abort.abort()),
      onProgress: (bytes) => {
        const increment = ((bytes - shown) / size.bytes) * 100;
        shown = bytes;
        progress.report({ increment, message: progressMessage(bytes, size.bytes) });
      },
      onInternalError: (error) =>
        services.log.error(`Internal error while sending a request: ${traceOf(error)}`),
    });
    services.status.show(result.entry);
    services.details.update(result.entry);
    return result;
  });
}
