import type { Operation } from '../../send/outcome';
import type { Body } from '../../send/request/body';
import {
  type Endpoint,
  type EndpointResult,
  logEndpoint,
  trainingJobsEndpoint,
} from '../../send/request/endpoint';
import { loggingModelProblem, splitProblem, trainingModelProblem } from '../../send/request/inputProblems';
import { hasOwnSplit, ownLoggedModel, ownTrainedModel } from '../../send/request/ownInputs';
import { logRequestBody, trainingJobBody } from '../../send/request/requestBodies';
import type { Documents } from '../../send/submission';
import { stop } from './stop';

/** What a request is made of. */
interface Sources extends Documents {
  readonly url: string;
  readonly modelId: string | undefined;
  readonly split: string | undefined;
}

/** A request before its digest is known. */
export interface Request {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly modelId: string;
  readonly split: string | null;
}

/** What differs between the two documented requests. */
export const operations: Record<Operation, (sources: Sources) => Request> = {
  log: ({ url, groups, modelId: given, split: givenSplit }) => {
    const { summary } = groups;
    const modelId = given ?? ownLoggedModel(summary) ?? stop('No model id. Set --model-id.');
    const split = givenSplit ?? (hasOwnSplit(summary) ? summary.split : stop('No split. Set --split.'));
    stopAt(loggingModelProblem(modelId));
    if (givenSplit !== undefined) stopAt(splitProblem(givenSplit));
    const body = logRequestBody(groups, split);
    return { ...made(logEndpoint(url, modelId), body), modelId, split };
  },
  train: ({ url, groups, config, modelId: given }) => {
    const { summary } = groups;
    const modelId = given ?? ownTrainedModel(summary) ?? stop('No model id. Set --model-id to a UUID.');
    if (given !== undefined || summary.kind !== 'training-job') stopAt(trainingModelProblem(modelId));
    return {
      ...made(trainingJobsEndpoint(url), trainingJobBody({ groups, config, modelId })),
      modelId,
      split: null,
    };
  },
};

function made(result: EndpointResult, body: Body | null): Pick<Request, 'endpoint' | 'body'> {
  if (!result.ok) return stop(result.message);
  return {
    endpoint: result.endpoint,
    body: body ?? stop('The documents do not contain everything that the request needs.'),
  };
}

function stopAt(problem: string | null): void {
  if (problem !== null) stop(problem);
}
