import * as vscode from 'vscode';
import { type Body, type DescribedSource, logBody, wholeDocument } from '../submit/body';
import { logEndpoint } from '../submit/endpoint';
import type { Outcome } from '../submit/outcome';
import { deliver } from './deliver';
import { agreeToErrors, describeDocument, missingGroups, refresh, resolveDocument } from './documents';
import { askForGrouping, askForValue, loggingModelProblem, splitProblem } from './questions';
import { runSending } from './runSending';
import { readArguments, type SendArguments } from './sendArguments';
import type { Sender } from './sender';
import { askForServiceUrl } from './serviceUrl';
import { cancelled, impossible, isStop, type Stop } from './step';

/** `Trajectory: Log Trajectories`: records the document's groups for a model under a split. */
export function registerLogTrajectories(sender: Sender): vscode.Disposable {
  return vscode.commands.registerCommand(
    'trajectory.logTrajectories',
    (argument: unknown): Promise<Outcome> =>
      runSending(() => logTrajectories(sender, readArguments(argument))),
  );
}

/** The command with its questions; the history repeats a send with it. */
export async function logTrajectories(sender: Sender, args: SendArguments): Promise<Outcome | Stop> {
  const document = await resolveDocument(args.uri);
  if (isStop(document)) return document;
  const first = await describeDocument(sender.server, document);
  if (isStop(first)) return first;
  const early = missingGroups(first) ?? (await agreeToErrors([first]));
  if (early !== null) return early;

  const answers = await ask(sender, first, args);
  if (isStop(answers)) return answers;
  const grouped = await askForGrouping(first, args.grouping);
  if (grouped === null) return cancelled;

  const described = await refresh(sender.server, grouped);
  if (isStop(described)) return described;
  const late =
    described === grouped ? null : (missingGroups(described) ?? (await agreeToErrors([described])));
  if (late !== null) return late;
  const request = assemble(described, answers);
  if (isStop(request)) return request;
  return deliver(sender, {
    operation: 'log',
    ...request,
    modelId: answers.modelId,
    split: answers.split,
    groups: described,
    config: null,
    again: args.again,
  });
}

interface Answers {
  readonly url: string;
  readonly modelId: string;
  readonly split: string | null;
}

/** Asks for what neither the document nor the arguments tell. */
async function ask(
  sender: Sender,
  { summary }: DescribedSource,
  args: SendArguments,
): Promise<Answers | Stop> {
  const url = await askForServiceUrl();
  if (url === null) return cancelled;
  const modelId =
    args.modelId ??
    summary.modelId ??
    (await askForValue({
      title: 'Log for Which Model Id?',
      recent: sender.recentModelIds,
      problem: loggingModelProblem,
    }));
  if (modelId === null) return cancelled;
  if (summary.kind === 'log-request') return { url, modelId, split: args.split ?? summary.split };
  const split =
    args.split ??
    (await askForValue({
      title: 'Log Under Which Split?',
      recent: sender.recentSplits,
      problem: splitProblem,
    }));
  return split === null ? cancelled : { url, modelId, split };
}

function assemble(described: DescribedSource, { url, modelId, split }: Answers) {
  const address = logEndpoint(url, modelId);
  if (!address.ok) return impossible('address', address.message);
  const body = bodyOf(described, split);
  return body === null
    ? impossible('document', 'The document holds no trajectory groups.')
    : { endpoint: address.endpoint, body };
}

/** A log request that already names this split goes out as it stands. */
function bodyOf(described: DescribedSource, split: string | null): Body | null {
  const { source, summary } = described;
  const asItStands = summary.kind === 'log-request' && split === summary.split;
  return asItStands || split === null ? wholeDocument(source) : logBody(described, split);
}
