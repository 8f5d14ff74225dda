import { Kind } from '../syntax/nodeKind';
import { keyName, type Node } from '../syntax/nodes';
import type { Text } from '../text/text';
import type { DocumentType } from './kind';
import type { Schema, Schemas } from './schema';
import { typesOf } from './validate';

/** What of a document says where its schemas are. */
interface Described {
  readonly text: Text;
  readonly type: DocumentType;
  readonly schema: Schema | null;
  readonly engine: { readonly schemas: Schemas };
}

/** What is documented of a value, or null where nothing is. */
export function schemaAt(document: Described, node: Node): Schema | null {
  const line: Node[] = [];
  for (let at: Node | null = node; at !== null && at.parent !== null; at = at.parent) line.push(at);
  let schema: Schema | null = null;
  for (let i = line.length - 1; i >= 0; i--) {
    const step = line[i]!;
    schema = i === line.length - 1 ? rootSchemaOf(document) : childSchema(document, schema!, step);
    if (schema === null) return null;
  }
  return schema;
}

/** What is documented of the object or array around a value, or null where nothing is. */
export function ownerSchemaOf(document: Described, node: Node): Schema | null {
  return node.parent === null ? null : schemaAt(document, node.parent);
}

/**
 * What is documented of the root value, or of each line. An unrecognized root that holds groups or
 * trajectories is known as far as these are.
 */
export function rootSchemaOf(document: Described): Schema | null {
  const { schema, type, engine } = document;
  const { anything, group, trajectory } = engine.schemas;
  if (schema !== null) return schema;
  if (type.shape === 'groups') return { ...anything, type: 'array', items: group };
  if (type.shape === 'trajectories') return { ...anything, type: 'array', items: trajectory };
  return type.shape === 'trajectory' ? trajectory : null;
}

function childSchema(document: Described, schema: Schema, child: Node): Schema | null {
  const { kind } = child.parent!;
  // An array where an object is documented is one mistake; its contents are not judged by that object.
  if (schema.type !== null && schema.type !== typesOf[kind]) return null;
  if (kind === Kind.array) return schema.items;
  if (child.key === null) return null;
  return schema.properties?.get(keyName(document.text, child.key)) ?? null;
}
