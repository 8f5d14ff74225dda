import type { Schema, Schemas } from '../../schema/schema';
import type { Documentation } from './completion';

/** Refers to what a schema says of a value. */
export function documentationOf(schema: Schema): Documentation {
  return { schema: schema.id, of: 'value' };
}

/** Refers to what a schema says of the keys that are not documented but commonly carried. */
export function documentationOfCompanions(schema: Schema): Documentation {
  return { schema: schema.id, of: 'companions' };
}

/** The text that a completion refers to, which is looked up when somebody wants to read it; plain text. */
export function documentationText({ all }: Schemas, { schema, of }: Documentation): string {
  const found = all[schema];
  return (of === 'value' ? found?.description : found?.companionDescription) ?? '';
}
