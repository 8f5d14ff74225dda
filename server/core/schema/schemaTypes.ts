import { Kind } from '../syntax/tree/nodeKind';
import type { Schema, SchemaType } from './schema';

/** The schema type of each kind of node. */
export const typesOf: Readonly<Record<number, SchemaType | 'null'>> = {
  [Kind.object]: 'object',
  [Kind.array]: 'array',
  [Kind.string]: 'string',
  [Kind.number]: 'number',
  [Kind.true]: 'boolean',
  [Kind.false]: 'boolean',
  [Kind.null]: 'null',
};

/** Whether values of a kind have the documented type; true if no type is documented. */
export function isDocumented({ type }: Schema, kind: Kind): boolean {
  return type === null || typesOf[kind] === type;
}
