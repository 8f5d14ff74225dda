import * as vscode from 'vscode';
import { type Body, type DescribedSource, groupCountOf } from '../submit/body';
import { measure } from '../submit/encode';
import type { Endpoint } from '../submit/endpoint';
import type { HistoryEntry } from '../submit/history';
import type { Operation, Outcome } from '../submit/outcome';
import { inertText } from '../submit/plainText';
import {
  BUSY,
  findPrecedents,
  type Precedents,
  type Submission,
  type SubmitResult,
  submit,
} from '../submit/submit';
import { byteSize } from '../submit/wording';
import { confirmSending } from './confirmation';
import { report } from './report';
import type { Sender } from './sender';
import { proxyLeavesOwnAgents, timeLimits } from './settings';
import { cancelled, impossible, type Stop } from './step';
import { askForToken } from './token';

/** A request that is put together and not yet agreed to. */
export interface Delivery {
  readonly operation: Operation;
  readonly endpoint: Endpoint;
  readonly modelId: string;
  readonly split: string | null;
  readonly body: Body;
  readonly groups: DescribedSource;
  readonly config: DescribedSource | null;
  /** The send of the history that this one repeats. */
  readonly again?: HistoryEntry | undefined;
}

/** Gets the token and the user's agreement, sends, and shows what came of it. */
export async function deliver(sender: Sender, delivery: Delivery): Promise<Outcome | Stop> {
  const sources = delivery.config === null ? [delivery.groups] : [delivery.groups, delivery.config];
  const followed = sender.rejections.follow(sources);
  const agreed = await agree(sender, delivery);
  if ('stop' in agreed) {
    followed.dispose();
    return agreed;
  }
  // Not before: when nothing is sent, what the service found the last time is still all that is known.
  sender.rejections.clear(sources);
  const { submission, acknowledged } = agreed;
  const again = () => send(sender, submission, acknowledged);
  const result = await again();
  await report(sender, { submission, result, followed, again });
  return result.outcome;
}

/** What the user agreed to send, and the earlier sends of the same that the user was told of. */
interface Agreed {
  readonly submission: Submission;
  readonly acknowledged: ReadonlySet<string>;
}

async function agree(sender: Sender, delivery: Delivery): Promise<Agreed | Stop> {
  const submission = await toSubmission(delivery);
  if (!(await hasToken(sender, submission))) return cancelled;
  const precedents = await lookUp(sender, submission);
  if ('stop' in precedents) return precedents;
  const { earlier, competing } = precedents;
  if (competing !== null) return impossible('busy', BUSY);
  if (!(await confirmSending({ submission, earlier, again: delivery.again ?? null }))) return cancelled;
  return { submission, acknowledged: new Set(earlier.map(({ id }) => id)) };
}

async function toSubmission({ groups, config, body, again: _, ...about }: Delivery): Promise<Submission> {
  return {
    ...about,
    body,
    documentUri: groups.source.uri,
    configUri: config?.source.uri ?? null,
    groups: groupCountOf(groups),
    trajectories: groups.summary.trajectoryCount,
    measure: await measure(body),
  };
}

async function hasToken({ tokens }: Sender, { endpoint }: Submission): Promise<boolean> {
  return ((await tokens.read(endpoint.origin)) ?? (await askForToken(tokens, endpoint.origin))) !== null;
}

async function lookUp({ journal }: Sender, submission: Submission): Promise<Precedents | Stop> {
  try {
    return await findPrecedents(journal, submission);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return impossible('journal', `Nothing was sent, because the journal cannot be read: ${reason}`);
  }
}

/** Sends with a progress notification that can be cancelled, and keeps the status bar right. */
async function send(
  sender: Sender,
  submission: Submission,
  acknowledged: ReadonlySet<string>,
): Promise<SubmitResult> {
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
    });
    sender.status.show(result.entry);
    return result;
  });
}
