import type { LanguageId } from '../schema/documentKind';
import type { Schemas } from '../schema/schema';
import type { Tree } from '../syntax/tree/tree';
import type { Text } from '../text/text';

/** Input for detecting the type of a document. */
export interface DetectionInput {
  readonly text: Text;
  readonly tree: Tree;
  readonly schemas: Schemas;
  readonly language: LanguageId;
  readonly name: string;
}
