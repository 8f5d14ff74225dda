import { byteSize, countOf } from '../../send/format/counts';
import { inertText } from '../../send/format/plainText';
import type { Submission } from '../../send/submit';

interface Naming {
  /** The document itself contains a training config. */
  readonly holdsConfig: boolean;
  /** The display name of a document. */
  nameOf(uri: string): string;
}

/** Describes the request in the confirmation: content and URL. */
export function requestLines(submission: Submission, naming: Naming): readonly string[] {
  const { operation, endpoint, modelId, groups, trajectories, digest, documentUri, split } = submission;
  return [
    `Document: ${naming.nameOf(documentUri)}`,
    ...(operation === 'train' ? [`Training config: ${configOf(submission, naming)}`] : []),
    `URL: ${inertText(endpoint.url.href, 500)}`,
    `Model: ${inertText(modelId, 200)}`,
    ...(split === null ? [] : [`Split: ${inertText(split, 200)}`]),
    `Content: ${countOf(groups, 'group')}, ${countOf(trajectories, 'trajectory')}, ${byteSize(digest.bytes)}`,
  ];
}

/** Where the config comes from. A chosen one replaces the document's own. */
function configOf({ configUri }: Submission, { holdsConfig, nameOf }: Naming): string {
  if (configUri !== null) return nameOf(configUri);
  return holdsConfig ? 'in the document' : 'none';
}
