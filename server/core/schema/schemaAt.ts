import { childAt } from '../syntax/nodes/children';
import { type Node, rootOf } from '../syntax/nodes/node';
import { Kind } from '../syntax/tree/nodeKind';
import { keyName } from '../syntax/tree/strings';
import type { Tree } from '../syntax/tree/tree';
import type { Text } from '../text/text';
import type { DocumentType, LanguageId } from './documentKind';
import type { Schema, Schemas } from './schema';
import { typesOf } from './schemaTypes';

/** What schema lookup needs of a document. */
interface SchemaContext {
  readonly text: Text;
  readonly type: DocumentType;
  readonly schema: Schema | null;
  readonly tree: Tree;
  readonly options: { readonly language: LanguageId };
  readonly engine: { readonly schemas: Schemas };
}

/** The schema of a value, or null. */
export function schemaAt(document: SchemaContext, node: Node): Schema | null {
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

/** The schema of the object or array around a value, or null. */
export function ownerSchemaOf(document: SchemaContext, node: Node): Schema | null {
  return node.parent === null ? null : schemaAt(document, node.parent);
}

/** The schema of the root value or of each line; for an unrecognized root, of its groups or trajectories, if any. */
export function rootSchemaOf(document: SchemaContext): Schema | null {
  const { schema, type, engine, options } = document;
  const { anything, group, trajectory, logRequest } = engine.schemas;
  if (schema !== null) return schema;
  // While a document is still being written, assume what it is likely to become.
  if (options.language === 'trajectory-jsonl') return group;
  if (type.shape === 'groups') return { ...anything, type: 'array', items: group };
  if (type.shape === 'trajectories') return { ...anything, type: 'array', items: trajectory };
  if (type.shape === 'trajectory') return trajectory;
  return isObject(document) && options.language === 'trajectory' ? logRequest : null;
}

function isObject({ tree }: SchemaContext): boolean {
  return childAt(rootOf(tree), 0)?.kind === Kind.object;
}

function childSchema(document: SchemaContext, schema: Schema, child: Node): Schema | null {
  const { kind } = child.parent!;
  // An array in place of a documented object is one problem; its contents are not judged by that object.
  if (schema.type !== null && schema.type !== typesOf[kind]) return null;
  if (kind === Kind.array) return schema.items;
  if (child.key === null) return null;
  return schema.properties?.get(keyName(document.text, child.key)) ?? null;
}
