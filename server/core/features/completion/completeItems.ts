import type { Document } from '../../document';
import type { Schema } from '../../schema/schema';
import { rootSchemaOf, schemaAt } from '../../schema/schemaAt';
import { childCount } from '../../syntax/nodes/children';
import { rootOf } from '../../syntax/nodes/node';
import { Kind } from '../../syntax/tree/nodeKind';
import type { Completion } from './completion';
import { documentationOf } from './documentation';
import { type CompletionContext, offer, writingAt } from './offer';
import { valueSnippet } from './snippets';

/** A whole new array item, or a whole document. */
export function completeItem(context: CompletionContext): Completion[] {
  const { document, slot } = context;
  const { container } = slot;
  const isArray = container.kind === Kind.array;
  const schemas = isArray ? [schemaAt(document, container)?.items ?? null] : rootSchemas(document);
  // After a quote, only a string fits.
  if (slot.quote !== '') return [];
  return schemas
    .filter((schema) => schema !== null)
    .filter(({ type }) => type === 'object')
    .map((schema, rank) => {
      const label = `New ${lowerFirst(schema.title)}`;
      const snippet = valueSnippet(schema, writingAt(context));
      const documentation = documentationOf(schema);
      const typed = typedFor(schema, label);
      return offer(context, rank, { label, typed, kind: 'snippet', snippet, documentation });
    });
}

/** Schemas for the root: the document's own, and while it is empty, all schemas of its language. */
function rootSchemas(document: Document): (Schema | null)[] {
  const own = rootSchemaOf(document);
  if (childCount(rootOf(document.tree)) > 0) return [own];
  return [...new Set([own, ...schemasOf(document)])];
}

function schemasOf({ options: { language }, engine: { schemas } }: Document): Schema[] {
  switch (language) {
    case 'trajectory':
      return [schemas.logRequest, schemas.trainingJob, schemas.group];
    case 'trajectory-jsonl':
      return [schemas.group, schemas.trajectory];
    case 'training-config':
      return [schemas.trainingConfig];
  }
}

function typedFor(schema: Schema, label: string): string {
  return `${lowerFirst(schema.title)} ${label}`;
}

function lowerFirst(title: string): string {
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}
