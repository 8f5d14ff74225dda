import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import { childrenNamed, type Node } from '../../syntax/tree/nodes';

/**
 * The value of a documented property of an object; of several, the last, which is the one that counts. It
 * compares numbers instead of names, which is much faster than `childWithKey`, but knows only names that
 * stand in a schema. Null where there is none.
 */
export function memberNamed({ text, engine }: Document, object: Node, name: string): Node | null {
  if (object.kind !== Kind.object) return null;
  const number = engine.schemas.grammar.vocabulary.numberOf(name);
  // Names that no schema has share the number 0.
  if (number === 0) return null;
  return childrenNamed(text, object, { text: name, number }).at(-1) ?? null;
}
