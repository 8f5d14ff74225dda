import type { LanguageId } from '../schema/documentKind';
import type { Schemas } from '../schema/schema';
import type { Tree } from '../syntax/tree/tree';
import type { Range } from '../text/range';
import type { Text } from '../text/text';

/** Input for detecting the type of a document. */
export interface DetectionInput {
  readonly text: Text;
  readonly tree: Tree;
  readonly schemas: Schemas;
  readonly language: LanguageId;
  readonly name: string;
}

/** Facts about a text. */
export interface TextFacts extends Pick<DetectionInput, 'schemas' | 'language' | 'name'> {
  /** The text, or its beginning. */
  readonly text: Text;
  readonly hasSyntaxErrors: boolean;
  /** Unresolved merge conflicts; null if none is complete. Only text with syntax errors is searched for them. */
  readonly conflicts: Conflicts | null;
}

/** Merge conflicts in a text; the range is the first line of the first one. */
export interface Conflicts extends Range {
  readonly count: number;
}
