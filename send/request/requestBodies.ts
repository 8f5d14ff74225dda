import {
  type Body,
  brokenLinesMessage,
  type DescribedSource,
  holdsOwnConfig,
  isFile,
  logBody,
  type TrainingParts,
  trainingBody,
  verbatimBody,
  wholeFile,
} from './body';
import { mixedLinesMessage } from './mixedLines';

/** The body of a log request; null when the document has no groups. One that already has this split is sent verbatim. */
export function logRequestBody(described: DescribedSource, split: string | null): Body | null {
  const { summary } = described;
  const asItStands = summary.kind === 'log-request' && split === summary.split;
  return asItStands || split === null ? wholeBody(described) : logBody(described, split);
}

/**
 * The body of a training job; null when the documents lack something. A training job is sent verbatim, unless another
 * model or config was chosen.
 */
export function trainingJobBody({ groups, config, modelId }: TrainingParts): Body | null {
  const { kind, modelId: own } = groups.summary;
  if (kind === 'training-job' && config === null && (own ?? '') === modelId) return wholeBody(groups);
  const ownConfig = holdsOwnConfig(groups) ? groups : null;
  return trainingBody({ modelId, groups, config: config ?? ownConfig });
}

function wholeBody(described: DescribedSource): Body {
  return isFile(described) ? wholeFile(described) : verbatimBody(described.source);
}

/** Why a document has nothing to send, or nothing that can be; null if it has groups. */
export function missingGroupsMessage(described: DescribedSource): string | null {
  const { summary } = described;
  const mixed = mixedLinesMessage(summary);
  if (mixed !== null) return mixed;
  if (summary.groups !== null) return isFile(described) ? brokenLinesMessage(described) : null;
  if (summary.kind === 'training-config') return 'A training config contains no trajectories.';
  if (summary.kind === 'unrecognized') return 'This document is not a valid request. See its problems.';
  return summary.errors > 0
    ? 'No trajectories can be read from this document. Fix its errors first.'
    : 'This document has no trajectories.';
}

/** Why a document of this name cannot be the training config; null if it contains one. */
export function missingConfigMessage(name: string, { summary }: DescribedSource): string | null {
  return summary.config === null ? `${name} contains no training config.` : null;
}
