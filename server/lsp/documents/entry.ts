import type { Document, DocumentOptions, Revision } from '../../core/document';
import type { Change } from '../../core/syntax/tree/reuse';
import type { Text } from '../../core/text/text';
import type { Work } from '../../core/work';
import type { ContentChange } from './contentChanges';
import type { Replacement } from './laterChanges';

/** Decides how to read a text; null if it is not one of ours. */
export type Recognize = (text: Text) => DocumentOptions | null;

/** An open document and the progress of its analysis. */
export interface Entry {
  readonly uri: string;
  readonly recognize: Recognize;
  /** Null until the document is recognized as one of ours. */
  options: DocumentOptions | null;
  /** From the last notification. */
  version: number;
  /** The last complete analysis; null during the first one, and after a failure. */
  document: Document | null;
  /** The text of `document` (or of the first analysis, while it runs) with later edits. */
  revision: Revision;
  /** Changes from the last reported document to `document`, a list per analysis; null if it does not build on that. */
  steps: readonly (readonly Change[])[] | null;
  /** Notifications whose edits are not applied yet. */
  changes: (readonly ContentChange[])[];
  /** Null when there is nothing to do. */
  work: Work<void> | null;
  readonly waiting: ((document: Document | null) => void)[];
  /** What has changed since the analysis began; null for a change of the whole text. */
  readonly since: (Replacement | null)[];
}

/** A document that has just been opened: nothing of it is analyzed. */
export function entryOf(
  uri: string,
  {
    version,
    text,
    recognize,
  }: { readonly version: number; readonly text: Text; readonly recognize: Recognize },
): Entry {
  return {
    uri,
    recognize,
    options: null,
    version,
    document: null,
    revision: { text, changes: [] },
    steps: null,
    changes: [],
    work: null,
    waiting: [],
    since: [],
  };
}

/** Resolves all waiting promises. */
export function settle({ waiting }: Entry, document: Document | null): void {
  for (const resolve of waiting.splice(0)) resolve(document);
}

/** What has changed since the analysis began, without the first `known` changes; null if the whole text has. */
export function replacementsSince({ since }: Entry, known: number): readonly Replacement[] | null {
  const replacements = since.slice(known);
  return replacements.every((one) => one !== null) ? replacements : null;
}
