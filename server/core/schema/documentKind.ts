import type { Range } from '../text/range';
import type { Schema, Schemas } from './schema';

/** What a document is: one of the bodies of the interface, or a shape that people have instead. */
export type DocumentKind =
  | 'log-request'
  | 'training-job'
  | 'group'
  | 'training-config'
  | 'group-lines'
  /** JSON Lines of trajectories that are in no group. */
  | 'trajectory-lines'
  | 'unrecognized';

/** Shapes that are none of the documented ones, but hold groups or trajectories all the same. */
export type Shape = 'groups' | 'trajectories' | 'trajectory' | 'other';

export interface DocumentType {
  readonly kind: DocumentKind;
  /** Of an unrecognized document, what it looks like. */
  readonly shape: Shape | null;
  /** What the whole document is instead of one of ours: the one problem that stands for all others. */
  readonly wrongFile: WrongFile | null;
  /** Of JSON Lines, what the first line holds that is a group or a trajectory; null where none is. */
  readonly linesHold: 'group' | 'trajectory' | null;
}

/** Offsets are those of the document. */
export interface WrongFile extends Range {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** What makes a document of ours of it, best first. */
  readonly rewrites: readonly Rewrite[];
  /** The language in which it would be right as it is. */
  readonly language: LanguageId | null;
}

export type Rewrite =
  /** A log request around what is there. */
  | 'wrap'
  /** The groups of a document, or each of its values, on a line of their own. */
  | 'lines'
  /** A log request of groups that stand one a line, or one after the other. */
  | 'log-request'
  /** JSON out of literals of Python or JavaScript. */
  | 'literals'
  /** What stands in a code fence, without the fence. */
  | 'unfence'
  /** Without the lines before the JSON. */
  | 'strip-prefix'
  /** The JSON that strings hold. */
  | 'decoded';

export type LanguageId = 'trajectory' | 'training-config' | 'trajectory-jsonl';

/** The schema of a document's root value; null where the document is none of the documented ones. */
export function schemaOfKind(schemas: Schemas, kind: DocumentKind): Schema | null {
  switch (kind) {
    case 'log-request':
      return schemas.logRequest;
    case 'training-job':
      return schemas.trainingJob;
    case 'training-config':
      return schemas.trainingConfig;
    case 'group':
    case 'group-lines':
      return schemas.group;
    case 'trajectory-lines':
      return schemas.trajectory;
    case 'unrecognized':
      return null;
  }
}
