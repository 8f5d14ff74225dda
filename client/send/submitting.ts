import * as vscode from 'vscode';
import { type SubmitResult, submit } from '../../send/submit';
import { byteSize } from '../../send/words/counts';
import { inertText } from '../../send/words/plainText';
import type { Confirmed } from './confirm';
import { proxyLeavesOwnAgents, timeLimits } from './limits';
import type { Sender } from './sender';

/** Submits what was confirmed, with a progress notification that can be cancelled, and keeps the status bar right. */
export async function submitWithProgress(sender: Sender, confirmed: Confirmed): Promise<SubmitResult> {
  const { submission, reader, acknowledged } = confirmed;
  const { endpoint, operation, measure: size } = submission;
  const { host } = endpoint.url;
  const title =
    operation === 'log' ? `Logging trajectories to ${host}` : `Creating a training job at ${host}`;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: inertText(title, 300),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => abort.abort());
    let shown = 0;
    const result = await submit(submission, {
      journal: sender.journal,
      reader,
      readToken: (origin) => sender.tokens.read(origin),
      limits: timeLimits(),
      useGlobalAgent: proxyLeavesOwnAgents(),
      signal: abort.signal,
      acknowledged,
      onPrepared: (entry) => sender.status.show(entry),
      onProgress: (bytes) => {
        const increment = ((bytes - shown) / size.bytes) * 100;
        shown = bytes;
        progress.report({ increment, message: `${byteSize(bytes)} of ${byteSize(size.bytes)}` });
      },
      onInternalError: (error) => sender.log.error(`An error in a send: ${traceOf(error)}`),
    });
    sender.status.show(result.entry);
    return result;
  });
}

/** Name and stack of an error without its message, which may hold the token. */
export function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  return [error.name, ...frames].join('\n');
}
