import type { Intent } from './journal/records';
import type { Operation } from './outcome';
import { type Body, type DescribedSource, groupCountOf } from './request/body';
import type { Endpoint } from './request/endpoint';
import type { Unreadable } from './transport/files';
import { type BodyDigest, digestBody, type Reading } from './transport/readBody';

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

/** A request that was assembled from documents, with what the journal records of them; or why they cannot be read. */
export async function submissionOf(
  operation: Operation,
  request: Pick<Submission, 'endpoint' | 'body' | 'modelId' | 'split'>,
  { groups, config }: Documents,
  reading: Reading = {},
): Promise<Submission | Unreadable> {
  const digest = await digestBody(request.body, reading);
  if ('problem' in digest) return digest;
  return {
    operation,
    ...request,
    documentUri: groups.source.uri,
    configUri: config?.source.uri ?? null,
    groups: groupCountOf(groups),
    trajectories: groups.summary.trajectoryCount,
    ...(groups.grouping === undefined ? {} : { grouping: groups.grouping }),
    digest,
  };
}
