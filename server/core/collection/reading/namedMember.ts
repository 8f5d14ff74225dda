import type { Document } from '../../document';
import { Kind } from '../../syntax/tree/nodeKind';
import { childrenNamed, documentedMembers, type Node } from '../../syntax/tree/nodes';

/**
 * The value of a documented property of an object; of duplicates the last, which is the one that counts. Null if there
 * is none. Compares numbers instead of names, which is much faster than `childWithKey` but works only for names in a
 * schema.
 */
export function memberNamed({ text, engine }: Document, object: Node, name: string): Node | null {
  if (object.kind !== Kind.object) return null;
  const number = engine.schemas.grammar.vocabulary.numberOf(name);
  // Names without a schema share the number 0.
  if (number === 0) return null;
  return childrenNamed(text, object, { text: name, number }).at(-1) ?? null;
}

/** Looks up several documented properties of an object, which is read only once. */
export function membersOf({ engine }: Document, object: Node): (name: string) => Node | null {
  if (object.kind !== Kind.object) return () => null;
  const { vocabulary } = engine.schemas.grammar;
  const members = documentedMembers(object);
  return (name) => {
    const number = vocabulary.numberOf(name);
    for (let i = members.length - 1; i >= 0; i--) if (members[i]!.key!.number === number) return members[i]!;
    return null;
  };
}
