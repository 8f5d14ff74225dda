import type { Range } from '../text/range';
import type { Schema, Schemas } from './schema';

/** What a document is: a body of the interface, a part of one, lines, or unrecognized. */
export type DocumentKind =
  | 'log-request'
  | 'training-job'
  | 'group'
  | 'training-config'
  | 'group-lines'
  /** JSON Lines of bare trajectories. */
  | 'trajectory-lines'
  | 'unrecognized';

/** Shapes that are not documented, but may contain groups or trajectories. */
export type Shape = 'groups' | 'trajectories' | 'trajectory' | 'other';

export interface DocumentType {
  readonly kind: DocumentKind;
  /** What an unrecognized document looks like; null for any other. */
  readonly shape: Shape | null;
  /** Set if the whole document is something else: one problem that replaces all others. */
  readonly wrongFile: WrongFile | null;
  /** For JSON Lines, what the first line contains that is a group or a trajectory; null if there is none. */
  readonly linesHold: 'group' | 'trajectory' | null;
}

/** Offsets are document offsets. */
export interface WrongFile extends Range {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Rewrites that turn it into a document of ours, best first. */
  readonly rewrites: readonly Rewrite[];
  /** The language in which it would be valid as it is. */
  readonly language: LanguageId | null;
}

export type Rewrite =
  /** Wraps the value in a log request. */
  | 'wrap'
  /** Keeps only the document inside another value. */
  | 'unwrap'
  /** Puts each group, or each value, on a line of its own. */
  | 'lines'
  /** Makes a log request of groups on lines or in sequence. */
  | 'log-request'
  /** Writes the quotes of JSON that was put into something else as in JSON. */
  | 'unquoted'
  /** Writes white space and punctuation as in JSON. */
  | 'typography'
  /** Turns literals of Python or JavaScript into JSON. */
  | 'literals'
  /** Keeps only the content of a code fence. */
  | 'unfence'
  /** Removes the lines before the JSON. */
  | 'strip-prefix'
  /** Removes what each line begins or ends with. */
  | 'strip-marks'
  /** Decodes the JSON that strings contain. */
  | 'decoded';

export type LanguageId = 'trajectory' | 'training-config' | 'trajectory-jsonl';

/** The languages as the editor shows them. */
export const languageNames: Readonly<Record<LanguageId, string>> = {
  trajectory: 'Trajectory',
  'trajectory-jsonl': 'Trajectory Lines',
  'training-config': 'Training Config',
};

/** The schema of a document's root value, or of each line; null for an unrecognized document. */
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
