import type { Operation } from '../../send/outcome';
import type { Body } from '../../send/request/body';
import {
  type Endpoint,
  type EndpointResult,
  isUuid,
  logEndpoint,
  trainingJobsEndpoint,
} from '../../send/request/endpoint';
import { loggingModelProblem, splitProblem, trainingModelProblem } from '../../send/request/inputProblems';
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
    const { kind, modelId: own, split: ownSplit } = groups.summary;
    const modelId = given ?? own ?? stop('No model id. Set --model-id.');
    const hasSplit = kind === 'log-request' && ownSplit !== '';
    const split = givenSplit ?? (hasSplit ? ownSplit : stop('No split. Set --split.'));
    stopAt(loggingModelProblem(modelId));
    if (givenSplit !== undefined) stopAt(splitProblem(givenSplit));
    const body = logRequestBody(groups, split);
    return { ...made(logEndpoint(url, modelId), body), modelId, split };
  },
  train: ({ url, groups, config, modelId: given }) => {
    const { kind, modelId: own } = groups.summary;
    // A training job is sent with its own model, even an invalid one: its problems were reported. A log request may
    // name one, too.
    const isJob = kind === 'training-job';
    const isNamed = isJob || (own !== null && isUuid(own));
    const modelId = given ?? (isNamed ? (own ?? '') : stop('No model id. Set --model-id to a UUID.'));
    if (given !== undefined || !isJob) stopAt(trainingModelProblem(modelId));
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
