import { byteSize, countOf } from './format/counts';
import { inertText } from './format/plainText';
import { operations } from './operations';
import { isFilePiece } from './request/body';
import type { Documents, Submission } from './submission';

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
    `Document: ${naming.nameOf(documentUri)}${fromDisk(submission)}`,
    ...(operations[operation].takesConfig || naming.holdsConfig
      ? [`Training config: ${configOf(submission, naming)}`]
      : []),
    `URL: ${inertText(endpoint.url.href, 500)}`,
    `Model: ${inertText(modelId, 200)}`,
    ...(split === null ? [] : [`Split: ${split === '' ? '(empty)' : inertText(split, 200)}`]),
    `Content: ${countOf(groups, 'group')}, ${countOf(trajectories, 'trajectory')}, ${byteSize(digest.bytes)}`,
  ];
}

/** A file that no editor shows is read from disk while it is sent. */
function fromDisk({ body }: Submission): string {
  const piece = body.find(isFilePiece);
  return piece === undefined ? '' : ` (${byteSize(piece.file.size)}, sent from disk)`;
}

/** Where the config comes from. A chosen one replaces the document's own; *Log Trajectories* sends none. */
function configOf({ operation, configUri }: Submission, { holdsConfig, nameOf }: Naming): string {
  if (!operations[operation].takesConfig) return 'not sent';
  if (configUri === null) return holdsConfig ? 'in the document' : 'none';
  return holdsConfig ? `${nameOf(configUri)}, instead of the one in the document` : nameOf(configUri);
}

/** Counts of errors and warnings in the documents of a request; null if there are none. */
export function problemCounts({ groups, config }: Documents): string | null {
  const sum = (count: 'errors' | 'warnings') => groups.summary[count] + (config?.summary[count] ?? 0);
  const counts = [
    { number: sum('errors'), noun: 'error' },
    { number: sum('warnings'), noun: 'warning' },
  ].flatMap(({ number, noun }) => (number === 0 ? [] : [countOf(number, noun)]));
  return counts.length === 0 ? null : counts.join(', ');
}
