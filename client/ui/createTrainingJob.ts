import * as vscode from 'vscode';
import { type Body, type DescribedSource, trainingBody, wholeDocument } from '../submit/body';
import { trainingJobsEndpoint } from '../submit/endpoint';
import type { Outcome } from '../submit/outcome';
import { deliver } from './deliver';
import { agreeToErrors, describeDocument, missingGroups, refresh, resolveDocument } from './documents';
import {
  askForConfig,
  askForGrouping,
  askForTrajectories,
  askForValue,
  trainingModelProblem,
} from './questions';
import { runSending } from './runSending';
import { readArguments, type SendArguments } from './sendArguments';
import type { Sender } from './sender';
import { askForServiceUrl } from './serviceUrl';
import { cancelled, impossible, isStop, type Stop } from './step';

/** `Trajectory: Create Training Job`: starts a job from the document's groups, with a config or without. */
export function registerCreateTrainingJob(sender: Sender): vscode.Disposable {
  return vscode.commands.registerCommand(
    'trajectory.createTrainingJob',
    (argument: unknown): Promise<Outcome> =>
      runSending(() => createTrainingJob(sender, readArguments(argument))),
  );
}

/** The two documents that a job can be made of. */
interface Ingredients {
  readonly groups: DescribedSource;
  readonly config: DescribedSource | null;
}

/** The command with its questions; the history repeats a send with it. */
export async function createTrainingJob(sender: Sender, args: SendArguments): Promise<Outcome | Stop> {
  const first = await chooseDocuments(sender, args);
  if (isStop(first)) return first;
  const early = await check(first);
  if (early !== null) return early;

  const url = await askForServiceUrl();
  if (url === null) return cancelled;
  const address = trainingJobsEndpoint(url);
  if (!address.ok) return impossible('address', address.message);
  const modelId = await chooseModel(sender, first, args);
  if (isStop(modelId)) return modelId;
  const complete = await chooseConfig(sender, first, args);
  if (isStop(complete)) return complete;

  const grouped = await askForGrouping(complete.groups, args.grouping);
  if (grouped === null) return cancelled;

  const latest = await refreshAll(sender, { ...complete, groups: grouped });
  if (isStop(latest)) return latest;
  const late = await check(changed(latest, { ...first, groups: grouped }));
  if (late !== null) return late;
  const body = bodyOf(latest, modelId);
  if (body === null) return impossible('document', 'The documents do not hold what a training job needs.');
  return deliver(sender, {
    operation: 'train',
    endpoint: address.endpoint,
    body,
    modelId,
    split: null,
    ...latest,
    again: args.again,
  });
}

/** From a training config the trajectories are asked for; from everything else the document is it. */
async function chooseDocuments(sender: Sender, args: SendArguments): Promise<Ingredients | Stop> {
  const document = await resolveDocument(args.uri);
  if (isStop(document)) return document;
  const described = await describeDocument(sender.server, document);
  if (isStop(described)) return described;
  if (described.summary.kind !== 'training-config') return { groups: described, config: null };
  const uri = await askForTrajectories(document.uri);
  if (uri === null) return cancelled;
  const groups = await describeAt(sender, uri);
  return isStop(groups) ? groups : { groups, config: described };
}

async function chooseModel({ recentModelIds }: Sender, { groups }: Ingredients, args: SendArguments) {
  const { kind, modelId } = groups.summary;
  if (args.modelId !== undefined) return args.modelId;
  // A job that names its model, even wrongly, is sent as it stands: its problems were shown.
  if (kind === 'training-job') return modelId ?? '';
  const question = { title: 'Train Which Model Id?', recent: recentModelIds, problem: trainingModelProblem };
  return (await askForValue(question)) ?? cancelled;
}

async function chooseConfig(
  sender: Sender,
  chosen: Ingredients,
  args: SendArguments,
): Promise<Ingredients | Stop> {
  if (chosen.config !== null) return chosen;
  const complete = chosen.groups.summary.kind === 'training-job';
  if (args.configUri === undefined && complete) return chosen;
  const uri = args.configUri ?? (await askForConfig(vscode.Uri.parse(chosen.groups.source.uri)));
  if (uri === null) return cancelled;
  if (uri === 'none') return chosen;
  const config = await describeAt(sender, uri);
  return isStop(config) ? config : { groups: chosen.groups, config };
}

/** A training job goes out as it stands, unless another model or config was asked for. */
function bodyOf({ groups, config }: Ingredients, modelId: string): Body | null {
  const { kind, modelId: own } = groups.summary;
  if (kind === 'training-job' && config === null && (own ?? '') === modelId)
    return wholeDocument(groups.source);
  const ownConfig = kind === 'training-job' && groups.summary.config !== null ? groups : null;
  return trainingBody({ modelId, groups, config: config ?? ownConfig });
}

async function describeAt(sender: Sender, uri: vscode.Uri): Promise<DescribedSource | Stop> {
  const document = await resolveDocument(uri);
  return isStop(document) ? document : describeDocument(sender.server, document);
}

async function refreshAll(sender: Sender, { groups, config }: Ingredients): Promise<Ingredients | Stop> {
  const newGroups = await refresh(sender.server, groups);
  if (isStop(newGroups)) return newGroups;
  const newConfig = config && (await refresh(sender.server, config));
  if (newConfig !== null && isStop(newConfig)) return newConfig;
  return { groups: newGroups, config: newConfig };
}

interface Checkable {
  readonly groups: DescribedSource | null;
  readonly config: DescribedSource | null;
}

/** What was not looked at before: a document that was edited meanwhile, or a config that was chosen since. */
function changed(latest: Ingredients, before: Ingredients): Checkable {
  return {
    groups: latest.groups === before.groups ? null : latest.groups,
    config: latest.config === before.config ? null : latest.config,
  };
}

function check({ groups, config }: Checkable): Promise<Stop | null> {
  const missing = groups && missingGroups(groups);
  if (missing !== null) return Promise.resolve(missing);
  return agreeToErrors([groups, config].filter((one) => one !== null));
}
