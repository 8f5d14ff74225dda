import { rootSchemaOf, schemaAt } from '../../schema/at';
import type { Schema } from '../../schema/schema';
import { Kind } from '../../syntax/nodeKind';
import type { Completion } from './completion';
import { documentationOf } from './documentation';
import { offer, type Place, writingAt } from './offer';
import { valueSnippet } from './snippets';

/** A whole new item of an array, or a whole document where there is none. */
export function completeItem(place: Place): Completion[] {
  const { document, slot } = place;
  const { container } = slot;
  const isArray = container.kind === Kind.array;
  const schema = isArray ? (schemaAt(document, container)?.items ?? null) : rootSchemaOf(document);
  // Who has typed a quote wants a string.
  if (schema?.type !== 'object' || slot.quote !== '') return [];
  const label = `New ${lowerFirst(schema.title)}`;
  const snippet = valueSnippet(schema, writingAt(place));
  const documentation = documentationOf(schema);
  return [
    offer(place, 0, { label, typed: typedFor(schema, label), kind: 'snippet', snippet, documentation }),
  ];
}

function typedFor(schema: Schema, label: string): string {
  return `${lowerFirst(schema.title)} ${label}`;
}

function lowerFirst(title: string): string {
  return title.slice(0, 1).toLowerCase() + title.slice(1);
}
