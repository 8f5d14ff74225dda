import * as vscode from 'vscode';
import { trainingJobsEndpoint } from '../../../send/request/endpoint';
import { trainingModelProblem } from '../../../send/request/inputProblems';
import { ownTrainedModel } from '../../../send/request/ownInputs';
import { trainingJobBody } from '../../../send/request/requestBodies';
import type { Documents } from '../../../send/submission';
import { changeUrl } from '../../access/serviceUrl';
import { cancelled, impossible, isStop, type Stop } from '../../documents/stop';
import { describeAt, describeSource } from '../describeSource';
import type { SendArguments } from '../sendArguments';
import type { SendServices } from '../sendServices';
import type { SendOperation } from './operation';
import { askForConfig, askForTrainedModel, askForTrajectories } from './questions';

/** `Trajectory: Create Training Job`: starts a job from the document's groups, with or without a config. */
export const createTrainingJob: SendOperation = {
  operation: 'train',
  /** For a training config, asks for the trajectories; any other document contains them itself. */
  chooseDocuments: async (services, { uri }) => {
    const described = await describeSource(services, uri);
    if (isStop(described)) return described;
    if (described.summary.kind !== 'training-config') return { groups: described, config: null };
    const groupsUri = await askForTrajectories(vscode.Uri.parse(described.source.uri));
    if (groupsUri === null) return cancelled;
    const groups = await describeSource(services, groupsUri);
    return isStop(groups) ? groups : { groups, config: described };
  },
  ask: async (services, documents, args) => {
    const wrong = args.modelId === undefined ? null : trainingModelProblem(args.modelId);
    if (wrong !== null) return impossible('document', wrong);
    const modelId = await chooseModel(services, documents, args);
    if (modelId === null) return cancelled;
    const complete = await chooseConfig(services, documents, args);
    if (isStop(complete)) return complete;
    const isOwn = args.modelId === undefined && documents.groups.summary.kind === 'training-job';
    return { ...complete, modelId, split: null, own: { modelId: isOwn, split: false } };
  },
  assemble: (gathered) => {
    const result = trainingJobsEndpoint(gathered.url);
    if (!result.ok) return impossible('address', result.message, changeUrl);
    const body = trainingJobBody(gathered);
    return body === null
      ? impossible('document', 'The documents do not contain everything that a training job needs.')
      : { endpoint: result.endpoint, body };
  },
  alwaysAsks: true,
  confirmation: (isAgain) => ({
    question: 'Create a training job?',
    send: isAgain ? 'Create Training Job Again' : 'Create Training Job',
  }),
  progressTitle: (host) => `Creating a training job at ${host}`,
};

async function chooseModel(services: SendServices, { groups }: Documents, args: SendArguments) {
  return args.modelId ?? ownTrainedModel(groups.summary) ?? askForTrainedModel(services);
}

async function chooseConfig(
  services: SendServices,
  chosen: Documents,
  args: SendArguments,
): Promise<Documents | Stop> {
  if (chosen.config !== null) return chosen;
  const isComplete = chosen.groups.summary.kind === 'training-job';
  if (args.configUri === undefined && isComplete) return chosen;
  const uri = args.configUri ?? (await askForConfig(vscode.Uri.parse(chosen.groups.source.uri)));
  if (uri === null) return cancelled;
  if (uri === 'none') return chosen;
  const config = await describeAt(services, uri);
  return isStop(config) ? config : { groups: chosen.groups, config };
}
