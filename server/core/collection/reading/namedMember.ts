import type { Document } from '../../document';
import { childNamed } from '../../syntax/nodes/named';
import type { Node } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';

/**
 * The value of a documented property of an object; of duplicates the last, which is the one that counts. Null if there
 * is none. Compares numbers instead of names, which is much faster than `childWithKey` but works only for names in a
 * schema.
 */
export function memberNamed({ text, engine }: Document, object: Node, name: string): Node | null {
  const number = engine.schemas.grammar.vocabulary.numberOf(name);
  // Names without a schema share the number 0.
  if (number === 0) return null;
  return childNamed(text, object, { text: name, number });
}

/** The array with a group's trajectories; null if there is none. */
export function trajectoriesOf(document: Document, group: Node): Node | null {
  const array = memberNamed(document, group, document.engine.schemas.names.trajectories);
  return array?.kind === Kind.array ? array : null;
}
