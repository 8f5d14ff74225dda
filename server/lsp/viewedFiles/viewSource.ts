import type { CancellationToken } from 'vscode-languageserver';
import type { Excerpt } from '../../core/collection/excerpt';
import type { Collection } from '../../core/collection/summaries/collection';
import type { DocumentKind } from '../../core/schema/documentKind';
import type { Work } from '../../core/work';
import type { FileProblem, FileState } from '../../viewProtocol/files';
import type { FindQuery } from '../../viewProtocol/find';

/**
 * What a request needs: some trajectories; those from one up to another, of about a length; some groups; or everything,
 * which is possible only for documents.
 */
export type Wanted =
  | 'everything'
  | { readonly trajectories: readonly number[] }
  | {
      readonly from: number;
      readonly to: number;
      readonly length: number;
      /** Trajectories without a match may be left out. */
      readonly query: FindQuery;
    }
  /** There may be a million. */
  | { readonly groups: Iterable<number> };

/** The trajectories of a source, as far as they are known. */
export interface Summaries {
  readonly collection: Collection;
  readonly kind: DocumentKind;
  readonly version: number;
  /** Errors and warnings that are in no trajectory; 0 for a file. */
  readonly problemsElsewhere: number;
  /** The message about a document that is something else; null for a file, which lists its problems. */
  readonly wrongFile: string | null;
}

/** What a view shows: an open document, or a file. */
export interface ViewSource {
  /** Null if the source has changed, or the request is cancelled. */
  summaries<Result>(
    token: CancellationToken,
    start: (found: Summaries) => Work<Result>,
  ): Promise<Result | null>;
  /** Runs work about some trajectories. Null also if one does not exist. */
  about<Result>(
    wanted: Wanted,
    token: CancellationToken,
    start: (excerpt: Excerpt, version: number) => Work<Result>,
  ): Promise<Result | null>;
}

/** A file that a view shows. */
export interface FileSource extends ViewSource {
  state(): FileState;
  problems(): readonly FileProblem[] | null;
  cancel(): void;
  readAgain(): void;
  close(): void;
}
