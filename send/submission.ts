import type { Intent } from './journal/records';
import type { Operation } from './outcome';
import { type Body, type DescribedSource, groupCountOf } from './request/body';
import type { Endpoint } from './request/endpoint';
import { type BodyDigest, digestBody } from './transport/encode';

/** A request that is ready to be sent. */
export interface Submission extends Intent {
  readonly endpoint: Endpoint;
  readonly body: Body;
  readonly digest: BodyDigest;
}

/** Source documents of a request. */
export interface Documents {
  readonly groups: DescribedSource;
  readonly config: DescribedSource | null;
}

/** A request that was assembled from documents, with what the journal records of them. */
export async function submissionOf(
  operation: Operation,
  request: Pick<Submission, 'endpoint' | 'body' | 'modelId' | 'split'>,
  { groups, config }: Documents,
): Promise<Submission> {
  return {
    operation,
    ...request,
    documentUri: groups.source.uri,
    configUri: config?.source.uri ?? null,
    groups: groupCountOf(groups),
    trajectories: groups.summary.trajectoryCount,
    ...(groups.grouping === undefined ? {} : { grouping: groups.grouping }),
    digest: await digestBody(request.body),
  };
}
