import type { Document } from '../../../document';
import type { Code } from '../../../schema/problem';
import type { Schema } from '../../../schema/schema';
import { typesOf } from '../../../schema/schemaTypes';
import { childAt } from '../../../syntax/nodes/children';
import type { Node } from '../../../syntax/nodes/node';
import { Kind } from '../../../syntax/tree/nodeKind';
import { insert, type QuickFix } from '../fix';
import { isLike, nameOfArrayOf } from '../shapes';

interface Wrapped {
  readonly code: Code;
  readonly node: Node;
  readonly schema: Schema;
}

/** Wraps an item in its array, or a trajectory in a group and an array of groups. Otherwise nothing is sure. */
export function inArray(document: Document, { code, node, schema }: Wrapped): QuickFix[] {
  const { items } = schema;
  const wrap = (title: string, before: string, after: string): QuickFix[] => [
    { title, code, edits: [insert(node.from, before), insert(node.to, after)], isPreferred: true },
  ];
  if (items === null || items.type === null) return wrap('Wrap in an array', '[', ']');
  if (items.type !== typesOf[node.kind]) return [];
  if (node.kind !== Kind.object || isLike(document, node, items)) return wrap('Wrap in an array', '[', ']');
  const name = nameOfArrayOf(document, node, items);
  if (name === null) return [];
  const title = `Wrap in an array, under "${name}"`;
  return wrap(title, `[{${JSON.stringify(name)}: [`, ']}]');
}

/** Wraps an object in an array, where one is usual but not documented: one call among `tool_calls`. */
export function inUsualArray(code: Code, { kind, from, to }: Node): QuickFix[] {
  if (kind !== Kind.object) return [];
  const edits = [insert(from, '['), insert(to, ']')];
  return [{ title: 'Wrap in an array', code, edits, isPreferred: false }];
}

/** Wraps an array in the object that contains such an array: a trajectory may be written as its conversation only. */
export function inObject(document: Document, { code, node, schema }: Wrapped): QuickFix[] {
  const first = node.kind === Kind.array ? childAt(node, 0) : null;
  if (first?.kind !== Kind.object) return [];
  const name = nameOfArrayOf(document, first, schema);
  if (name === null) return [];
  const title = `Wrap in an object, as "${name}"`;
  const edits = [insert(node.from, `{${JSON.stringify(name)}: `), insert(node.to, '}')];
  return [{ title, code, edits, isPreferred: true }];
}
