import type { DescribedSource } from './body';
import { isUuid } from './endpoint';

type Summary = DescribedSource['summary'];

/**
 * Whether a document is logged under the split that it has, even an invalid one, which was reported. An empty one is
 * still to be filled in: a log request that is made from lines has it.
 */
export function hasOwnSplit({ kind, split }: Summary): boolean {
  return kind === 'log-request' && split !== '';
}

/** The model that a document is logged for; null if it names none, or has yet to: that of a new training job is empty. */
export function ownLoggedModel({ modelId }: Summary): string | null {
  return modelId === '' ? null : modelId;
}

/**
 * The model that a document is to train; null if it names none. A training job has its own, even an invalid one, which
 * was reported: it may be empty. A log request may name one, too.
 */
export function ownTrainedModel({ kind, modelId }: Summary): string | null {
  if (kind === 'training-job') return modelId ?? '';
  return modelId !== null && isUuid(modelId) ? modelId : null;
}
