import { logEndpoint } from '../../../send/request/endpoint';
import { loggingModelProblem, splitProblem } from '../../../send/request/inputProblems';
import { hasOwnSplit, ownLoggedModel } from '../../../send/request/ownInputs';
import { logRequestBody } from '../../../send/request/requestBodies';
import { changeUrl } from '../../access/serviceUrl';
import { cancelled, impossible, isStop } from '../../documents/stop';
import { describeSource } from '../describeSource';
import type { SendArguments } from '../sendArguments';
import type { SendOperation } from './operation';
import { askForLoggedModel, askForSplit } from './questions';

/** `Trajectory: Log Trajectories`: records the document's groups for a model under a split. */
export const logTrajectories: SendOperation = {
  operation: 'log',
  chooseDocuments: async (services, { uri }) => {
    const groups = await describeSource(services, uri);
    return isStop(groups) ? groups : { groups, config: null };
  },
  ask: async (services, documents, args) => {
    const wrong = problemOf(args);
    if (wrong !== null) return impossible('document', wrong);
    const { summary } = documents.groups;
    const ownModel = ownLoggedModel(summary);
    const modelId = args.modelId ?? ownModel ?? (await askForLoggedModel(services));
    if (modelId === null) return cancelled;
    const own = {
      modelId: args.modelId === undefined && ownModel !== null,
      split: args.split === undefined && hasOwnSplit(summary),
    };
    if (own.split) return { ...documents, modelId, split: summary.split, own };
    const split = args.split ?? (await askForSplit(services));
    return split === null ? cancelled : { ...documents, modelId, split, own };
  },
  assemble: ({ groups, url, modelId, split }) => {
    const result = logEndpoint(url, modelId);
    if (!result.ok) return impossible('address', result.message, changeUrl);
    const body = logRequestBody(groups, split);
    return body === null
      ? impossible('document', 'This document has no trajectories.')
      : { endpoint: result.endpoint, body };
  },
  alwaysAsks: false,
  confirmation: (isAgain) =>
    isAgain
      ? { question: 'Log the trajectories again?', send: 'Log Again' }
      : { question: 'Log the trajectories?', send: 'Log' },
  progressTitle: (host) => `Logging trajectories to ${host}`,
  askForOtherModel: askForLoggedModel,
};

/** Why an argument, as of a task or a key binding, is invalid; null if none is. */
function problemOf({ modelId, split }: SendArguments): string | null {
  const model = modelId === undefined ? null : loggingModelProblem(modelId);
  return model ?? (split === undefined ? null : splitProblem(split));
}
