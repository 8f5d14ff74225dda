import { byteSize, countOf } from '../../send/format/counts';
import { inertText } from '../../send/format/plainText';
import type { Submission } from '../../send/submit';

/** What the lines need beside the request. */
interface Naming {
  /** Whether a training config stands in the document itself. */
  readonly holdsConfig: boolean;
  /** What a user calls the document with a URI. */
  nameOf(uri: string): string;
}

/** What is sent and where to, as the confirmation tells it. */
export function requestLines(submission: Submission, naming: Naming): readonly string[] {
  const { operation, endpoint, modelId, groups, trajectories, digest, documentUri, split } = submission;
  return [
    `Document: ${naming.nameOf(documentUri)}`,
    ...(operation === 'train' ? [`Training config: ${configOf(submission, naming)}`] : []),
    `Address: ${inertText(endpoint.url.href, 500)}`,
    `Model: ${inertText(modelId, 200)}`,
    ...(split === null ? [] : [`Split: ${inertText(split, 200)}`]),
    `Content: ${countOf(groups, 'group')}, ${countOf(trajectories, 'trajectory')}, ${byteSize(digest.bytes)}`,
  ];
}

/** Where the config stands: one that was chosen takes the place of the document's own. */
function configOf({ configUri }: Submission, { holdsConfig, nameOf }: Naming): string {
  if (configUri !== null) return nameOf(configUri);
  return holdsConfig ? 'in the document' : 'none';
}
