import type { Schema, Schemas } from '../../schema/schema';
import type { Documentation } from './completion';

/** Refers to a schema's description of a value. */
export function documentationOf(schema: Schema): Documentation {
  return { schema: schema.id, of: 'value' };
}

/** Refers to a schema's description of companions. */
export function documentationOfCompanions(schema: Schema): Documentation {
  return { schema: schema.id, of: 'companions' };
}

/** The description that a completion refers to, as plain text. Looked up only when the user wants to read it. */
export function documentationText({ all }: Schemas, { schema, of }: Documentation): string {
  const found = all[schema];
  return (of === 'value' ? found?.description : found?.companionDescription) ?? '';
}
