import { Kind } from '../syntax/tree/nodeKind';
import type { Schema, SchemaType } from './schema';

/** The documented type that a kind of node has. */
export const typesOf: Readonly<Record<number, SchemaType | 'null'>> = {
  [Kind.object]: 'object',
  [Kind.array]: 'array',
  [Kind.string]: 'string',
  [Kind.number]: 'number',
  [Kind.true]: 'boolean',
  [Kind.false]: 'boolean',
  [Kind.null]: 'null',
};

/** Whether values of a kind have the type that a schema documents; any has where none is documented. */
export function isDocumented({ type }: Schema, kind: Kind): boolean {
  return type === null || typesOf[kind] === type;
}
